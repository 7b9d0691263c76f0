import { CommandError, UsageError } from '#engine/cli/arguments.ts';
import { languageOf, onlyLanguage } from '#engine/cli/language.ts';
import { seconds } from '#engine/cli/run.ts';
import { isStartFault, optionsFromEnvironment, serve, superviseProcess } from '#server/main.ts';
import { requireStaff } from '#server/modules/identity/index.ts';
import { buildUnlessMade } from '../unchanged.ts';

const started = performance.now();
const report = (line: string) => console.log(line);

/** `npm start`: builds unless the built site is of these very files, then migrates, seeds when empty, and serves. */
async function start(): Promise<void> {
  const given = onlyLanguage(process.argv.slice(2));
  const options = optionsFromEnvironment(process.env);
  await buildUnlessMade(options.distDir, report, given);
  const serving = await serve({ ...options, report });
  superviseProcess(serving);
  if (options.seed === 'none') await requireStaff(serving.store.db, serving.site.title);
  const { title } = serving.site;
  const ready = {
    zh: `${title} 已就绪(${seconds(started)}):${serving.url}`,
    en: `${title} is ready (${seconds(started)}): ${serving.url}`,
  };
  report(`\n${ready[await languageOf(process.env['CONFIG_DIR'] ?? 'config', given)]}`);
}

try {
  await start();
} catch (fault) {
  const plain = isStartFault(fault) || fault instanceof CommandError || fault instanceof UsageError;
  console.error(plain ? fault.message : fault);
  process.exit(1);
}
