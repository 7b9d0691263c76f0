import { isClusterWorker } from '#engine/host/process/cluster.ts';
import { endProcess } from '#engine/host/process/end.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { FolderInUse } from './kernel/db/folder-lock.ts';
import { optionsFromEnvironment } from './process/options.ts';
import { run } from './process/run.ts';
import { warnOfUnknownSettings } from './process/settings.ts';

export { optionsFromEnvironment } from './process/options.ts';
export { run } from './process/run.ts';
export { type Serving, serve } from './process/serve.ts';

/** Whether an error is to be printed in one line, without a stack. */
export function isStartFault(fault: unknown): fault is Error {
  return fault instanceof StartFault || fault instanceof FolderInUse;
}

async function main(): Promise<void> {
  try {
    if (!isClusterWorker()) warnOfUnknownSettings(process.env, console.warn);
    const running = await run({
      ...optionsFromEnvironment(process.env),
      report: (line) => console.log(line),
    });
    if (running) console.log(running.url);
  } catch (fault) {
    console.error(isStartFault(fault) ? fault.message : fault);
    endProcess(1);
  }
}

if (import.meta.main) await main();
