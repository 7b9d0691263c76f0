import { compile } from '#compiler/compile.ts';
import { asText } from './check/report.ts';
import { allowClosedPipe, oneOf, readArgs, UsageError, wantsHelp } from './command.ts';
import { readAddress } from './explain/address.ts';
import { explain } from './explain/explain.ts';
import { Places } from './explain/places.ts';
import { offlineReader, onlineReader, requireReader, SiteError } from './explain/reader.ts';
import { LoadError, readProject } from './load-project.ts';
import { readMoment } from './moment.ts';

const USAGE = `npm run explain -- <网址 address> [--at TIME] [--as visitor|newbie|demo|…] [--site URL] [--config DIR] [--lang zh|en]
  npm run explain -- '/list?page=2' --at 2026-11-11 --as newbie
  npm run explain -- /double12 --at '明天 10:00'
  --site http://localhost:8080   问一个运行着的商店，这样数据也是真的 / asks a running shop, so that the data is real`;

/** `npm run explain`: why an address shows what it shows. Exit code 1: the config does not compile; 2: the command is wrong. */
async function main(args: string[]): Promise<number> {
  const options = {
    at: { type: 'string', default: 'now' },
    as: { type: 'string', default: 'visitor' },
    site: { type: 'string' },
    config: { type: 'string', default: process.env['CONFIG_DIR'] ?? 'config' },
    lang: { type: 'string', default: 'zh' },
  } as const;
  const { values, positionals } = readArgs(args, options, true);
  const address = readAddress(positionals);
  const at = readMoment(values.at, Math.floor(Date.now() / 1000));
  const lang = oneOf('--lang', values.lang, ['zh', 'en']);
  if (values.site === undefined) requireReader(values.as);
  const { files, unread } = await readProject(values.config);
  const { registry, offenses } = compile(files, { unread });
  const show = (path: string) => path.replace(/^config(?=\/)/, values.config.replace(/\/+$/, ''));
  if (registry === null) {
    const errors = offenses.filter(({ severity }) => severity === 'error');
    process.stderr.write(`${asText(errors, lang, show, files)}\n`);
    return 1;
  }
  const userPath = registry.calls[registry.site.user.call]?.path ?? '';
  const reader =
    values.site === undefined
      ? offlineReader(values.as, userPath)
      : await onlineReader(values.as, values.site);
  const lines = await explain({ registry, places: new Places(files), address, at, reader, lang, show });
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

allowClosedPipe();
try {
  const args = process.argv.slice(2);
  if (wantsHelp(args)) process.stdout.write(`${USAGE}\n`);
  else process.exitCode = await main(args);
} catch (error) {
  const isPlain = error instanceof LoadError || error instanceof UsageError || error instanceof SiteError;
  if (!isPlain) throw error;
  process.stderr.write(`${error.message}\n${error instanceof UsageError ? `\n${USAGE}\n` : ''}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
