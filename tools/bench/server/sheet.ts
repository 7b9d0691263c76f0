import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchMember, read } from './members.ts';

const ROWS = 2000;

/** ms from sending a sheet of 2,000 rows until the last of them is in the cart. */
export async function measureSheet(url: string, { cookie, code }: BenchMember): Promise<number> {
  const sheet = `编码,数量\n${Array.from({ length: ROWS }, () => `${code},1`).join('\n')}\n`;
  const body = new FormData();
  body.append('file', new File([sheet], 'rows.csv'));
  const started = performance.now();
  const { task } = await read<{ task: number }>(`${url}/api/cart/import`, cookie, body);
  while (await isOpen(url, cookie, task)) await sleep(50);
  return performance.now() - started;
}

async function isOpen(url: string, cookie: string, task: number): Promise<boolean> {
  const { task: state } = await read<{ task: { open: number } }>(`${url}/api/task/${task}`, cookie);
  return state.open === 1;
}
