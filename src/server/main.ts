import { FolderInUse } from './db/lock.ts';
import { StartFault } from './process/faults.ts';
import { optionsFromEnvironment } from './process/options.ts';
import { type Serving, serve } from './process/serve.ts';
import { requireStaff } from './process/staff.ts';

export { optionsFromEnvironment } from './process/options.ts';
export { type Serving, serve } from './process/serve.ts';

/** Seconds that requests under way are given when the process is told to stop. */
const GRACE = 10;

/** Is this something to tell in one line, without a stack? */
export function isStartFault(fault: unknown): fault is Error {
  return fault instanceof StartFault || fault instanceof FolderInUse;
}

/** Stops in good order when the process is told to. */
export function stopOnSignals(serving: Serving): void {
  const stop = async () => {
    setTimeout(() => process.exit(1), GRACE * 1000).unref();
    await serving.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

async function main(): Promise<void> {
  try {
    const options = optionsFromEnvironment(process.env);
    const serving = await serve({ ...options, report: (line) => console.log(line) });
    stopOnSignals(serving);
    if (options.seed === 'none') await requireStaff(serving.store.db, serving.site.title);
    console.log(serving.url);
  } catch (fault) {
    console.error(isStartFault(fault) ? fault.message : fault);
    process.exit(1);
  }
}

if (import.meta.main) await main();
