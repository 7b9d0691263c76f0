import { StartFault } from '#engine/host/process/start-fault.ts';
import { superviseProcess } from '#engine/host/process/supervise.ts';
import { FolderInUse } from './kernel/db/folder-lock.ts';
import { requireStaff } from './modules/identity/index.ts';
import { optionsFromEnvironment } from './process/options.ts';
import { serve } from './process/serve.ts';

export { superviseProcess } from '#engine/host/process/supervise.ts';
export { optionsFromEnvironment } from './process/options.ts';
export { type Serving, serve } from './process/serve.ts';

/** Whether an error is to be printed in one line, without a stack. */
export function isStartFault(fault: unknown): fault is Error {
  return fault instanceof StartFault || fault instanceof FolderInUse;
}

async function main(): Promise<void> {
  try {
    const options = optionsFromEnvironment(process.env);
    const serving = await serve({ ...options, report: (line) => console.log(line) });
    superviseProcess(serving);
    if (options.seed === 'none') await requireStaff(serving.store.db, serving.site.title);
    console.log(serving.url);
  } catch (fault) {
    console.error(isStartFault(fault) ? fault.message : fault);
    process.exit(1);
  }
}

if (import.meta.main) await main();
