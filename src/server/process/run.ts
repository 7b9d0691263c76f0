import { resolve } from 'node:path';
import { readRegistry } from '#engine/host/built-site.ts';
import { isClusterWorker, startCluster } from '#engine/host/process/cluster.ts';
import { requireFreePort } from '#engine/host/process/port.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { superviseProcess } from '#engine/host/process/supervise.ts';
import { answerOverProcesses } from '../kernel/metrics/processes.ts';
import { bindPages } from '../kernel/pages/page-link.ts';
import { requireStaff } from '../modules/identity/index.ts';
import type { ServeOptions } from './options.ts';
import { openPrepared, serve } from './serve.ts';

/** A shop that serves. */
export interface Running {
  url: string;
  title: string;
}

/**
 * Serves the built site until a signal ends it: in this process, or in as many as `WEB_CONCURRENCY` says, which this one
 * then starts and replaces. The database is prepared, and the first staff account asked for, once.
 * @returns null in a process that another one started
 * @throws StartFault, FolderInUse for problems that the operator can fix
 */
export async function run(options: ServeOptions): Promise<Running | null> {
  const isWorker = isClusterWorker();
  if (options.processes > 1 && !isWorker) return runSeveral(options);
  const serving = await serve(isWorker ? { ...options, report: () => {} } : options);
  superviseProcess(serving);
  if (isWorker) return null;
  const { title } = serving.site;
  if (options.seed === 'none') {
    try {
      await requireStaff(serving.store.db, title, options.firstStaff);
    } catch (fault) {
      await serving.close();
      throw fault;
    }
  }
  return { url: serving.url, title };
}

async function runSeveral(options: ServeOptions): Promise<Running> {
  await requireFreePort(options.port);
  const { routes, site } = await readRegistry(resolve(options.distDir));
  const { title } = site;
  bindPages(routes);
  const store = await openPrepared(options);
  try {
    if (options.seed === 'none') await requireStaff(store.db, title, options.firstStaff);
  } finally {
    await store.close();
  }
  answerOverProcesses();
  const port = await startCluster(options.processes, options.report ?? console.log);
  if (port === null) throw new StartFault('有进程没能启动,见上 / a process could not start: see above');
  return { url: `http://localhost:${port}`, title };
}
