import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * The lines under a heading of the runbook that are to be typed, without what is said about them.
 * @param holding what the block has in it, where there are several
 */
export async function linesOf(heading: string, holding = ''): Promise<string[]> {
  const runbook = await readFile('src/server/README.md', 'utf8');
  const [, section = ''] = runbook.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const block = blocks.find((one) => one.includes(holding)) ?? '';
  return block.split('\n').flatMap((line) => line.replace(/\s+#.*$/, '') || []);
}

/** Runs what an operator types, and resolves with its exit code and what it says. */
export function type(line: string, env: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const child = execFile('sh', ['-c', line], { env: { ...process.env, ...env } }, (_, out, errors) =>
      resolve({ code: child.exitCode ?? -1, said: out + errors }),
    );
  });
}

/** A line with these values where it sets their names. */
export const filledIn = (line: string, values: Readonly<Record<string, string>>): string =>
  line.replace(/(\w+)=\S+/g, (set, name: string) => (name in values ? `${name}='${values[name]}'` : set));
