import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

export interface Started {
  child: ChildProcess;
  /** Lines of standard output so far. */
  lines: string[];
  /** Resolves when a line of standard output or error matches. */
  until(pattern: RegExp): Promise<void>;
  /** What it wrote to standard error. */
  errors(): string;
  exited: Promise<number | null>;
}

/** A real second Node process; it ends with the test at the latest. */
export function startProcess(file: string, args: string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env } });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const lines: string[] = [];
  let rest = '';
  let errors = '';
  const waiting = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    for (const look of waiting) look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
    for (const look of waiting) look();
  });
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!lines.some((line) => pattern.test(line)) && !pattern.test(errors)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      void exited.then((code) => reject(new Error(`ended with ${code} before ${pattern}: ${errors}`)));
      look();
    });
  return { child, lines, until, errors: () => errors, exited };
}
