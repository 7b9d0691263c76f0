import { spawn } from 'node:child_process';
import { endProcess } from '#engine/host/process/end.ts';

/* The server's own code is Node's: when it changes, the process starts anew. Everything else is exchanged in place. */
const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'tools/server/dev/serve.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
child.once('exit', (code) => endProcess(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
