import { LoadError } from '#engine/cli/project/load-project.ts';
import { seconds } from '#engine/cli/run.ts';
import { Offended } from '#engine/cli/vite-plugin/project.ts';
import { isStartFault, optionsFromEnvironment, serve, superviseProcess } from '#server/main.ts';
import { requireStaff } from '#server/modules/identity/index.ts';
import { buildUnlessMade } from './unchanged.ts';

const started = performance.now();
const report = (line: string) => console.log(line);

/** `npm start`: builds unless the built site is of these very files, then migrates, seeds when empty, and serves. */
async function start(): Promise<void> {
  const options = optionsFromEnvironment(process.env);
  await buildUnlessMade(options.distDir, report);
  const serving = await serve({ ...options, report });
  superviseProcess(serving);
  if (options.seed === 'none') await requireStaff(serving.store.db, serving.site.title);
  report(`\n${serving.site.title} 已就绪(${seconds(started)}):${serving.url}`);
}

try {
  await start();
} catch (fault) {
  const plain = isStartFault(fault) || fault instanceof Offended || fault instanceof LoadError;
  console.error(plain ? fault.message : fault);
  process.exit(1);
}
