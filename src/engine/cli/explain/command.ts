import { compile } from '#engine/compiler/compile.ts';
import { oneOf, readArgs, runCommand } from '../arguments.ts';
import { asText } from '../check/report.ts';
import { readMoment } from '../moment.ts';
import { readProject } from '../project/load-project.ts';
import { readAddress } from './address.ts';
import { explain } from './explain.ts';
import { offlineReader, onlineReader, type Readers, requireReader } from './reader.ts';
import { SourceLocations } from './source-locations.ts';

const USAGE = `npm run explain -- <网址 address> [--at TIME] [--as visitor|newbie|demo|…] [--site URL] [--config DIR] [--lang zh|en]
  npm run explain -- '/list?page=2' --at 2026-11-11 --as newbie
  npm run explain -- /double12 --at '明天 10:00'
  --site http://localhost:8080   问一个运行着的商店，这样数据也是真的 / asks a running shop, so that the data is real`;

/** `explain`: why an address shows what it shows. Returns the exit code: 1 also when the config does not compile. */
export const explainCommand = (args: readonly string[], readers: Readers): Promise<number> =>
  runCommand(USAGE, args, (own) => explainAddress(own, readers));

async function explainAddress(args: readonly string[], readers: Readers): Promise<number> {
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
  if (values.site === undefined) requireReader(values.as, readers);
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
      ? offlineReader(values.as, userPath, readers)
      : await onlineReader(values.as, values.site, readers);
  const lines = await explain({
    registry,
    locations: new SourceLocations(files),
    address,
    at,
    reader,
    lang,
    show,
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}
