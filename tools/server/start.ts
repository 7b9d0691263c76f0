import { CommandError, readArgs, UsageError } from '#engine/cli/arguments.ts';
import { languageOf, readLanguage } from '#engine/cli/language.ts';
import { seconds } from '#engine/cli/run.ts';
import { isClusterWorker } from '#engine/host/process/cluster.ts';
import { endProcess } from '#engine/host/process/end.ts';
import { describeSettings } from '#engine/host/process/settings.ts';
import { isStartFault, optionsFromEnvironment, run } from '#server/main.ts';
import { SETTINGS, warnOfUnknownSettings } from '#server/process/settings.ts';
import { buildUnlessMade } from '../unchanged.ts';

const started = performance.now();
const report = (line: string) => console.log(line);

/**
 * `npm start`: builds unless the built site is of these very files, then migrates, seeds when empty, and serves. With
 * `--settings` it tells what it would be set to, and whether that is right.
 */
async function start(): Promise<void> {
  const { values } = readArgs(process.argv.slice(2), {
    lang: { type: 'string' },
    settings: { type: 'boolean', default: false },
  });
  const given = readLanguage(values.lang);
  const language = () => languageOf(process.env['CONFIG_DIR'] || 'config', given);
  if (values.settings) report(describeSettings(SETTINGS, process.env, await language()));
  if (!isClusterWorker()) warnOfUnknownSettings(process.env, console.warn);
  const options = optionsFromEnvironment(process.env);
  if (values.settings) return;
  if (!isClusterWorker()) await buildUnlessMade(options.distDir, report, given);
  const running = await run({ ...options, report });
  if (running === null) return;
  const { title, url } = running;
  const ready = {
    zh: `${title} 已就绪(${seconds(started)}):${url}`,
    en: `${title} is ready (${seconds(started)}): ${url}`,
  };
  report(`\n${ready[await language()]}`);
}

try {
  await start();
} catch (fault) {
  const plain = isStartFault(fault) || fault instanceof CommandError || fault instanceof UsageError;
  console.error(plain ? fault.message : fault);
  endProcess(1);
}
