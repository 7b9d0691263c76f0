import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { GrowthReport, ShopSize } from './costs.ts';

/** What a large shop costs beside a small one; measured in a process of its own, which has the shop's server in it. */
export async function measureGrowth(distDir: string, size: ShopSize): Promise<GrowthReport> {
  const program = 'tools/server/growth/growth-process.ts';
  const child = spawn('node', [program, distDir, JSON.stringify(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const [answer, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(`the growth could not be measured: exit ${code}`);
  return JSON.parse(answer) as GrowthReport;
}
