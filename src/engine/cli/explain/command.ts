import { compile } from '#engine/compiler/compile.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { readArgs, runCommand } from '../arguments.ts';
import { asText } from '../check/report.ts';
import { languageFor, readLanguage } from '../language.ts';
import { readMoment } from '../moment.ts';
import { readProject } from '../project/load-project.ts';
import { timeZoneOf } from '../project/time-zone.ts';
import { fixtureLogIn, type LogIn } from '../readers.ts';
import { readAddress } from './address.ts';
import { explain } from './explain.ts';
import { offlineReader, onlineReader } from './reader.ts';
import { SourceLocations } from './source-locations.ts';

const USAGE = `explain <网址 address> [--at TIME] [--as READER] [--site URL] [--cookie COOKIE] [--config DIR] [--lang zh|en]
  explain '/list?page=2' --at 2026-11-11
  explain /sale --at '明天 10:00'
  --as       visitor（默认）、site.yaml 的一个角色，或它的 preview 里的账号 / a role of site.yaml, or the account of its preview
  --site     http://localhost:8080 问一个运行着的商店，这样数据也是真的 / asks a running shop, so that the data is real
  --cookie   在那里以谁的身份，如 session=… / the Cookie header to ask it with, instead of a login`;

/** `explain`: why an address shows what it shows. Returns the exit code: 1 also when the config does not compile. */
export const explainCommand = (args: readonly string[], logIn: LogIn = fixtureLogIn): Promise<number> =>
  runCommand(USAGE, args, (own) => explainAddress(own, logIn));

async function explainAddress(args: readonly string[], logIn: LogIn): Promise<number> {
  const options = {
    at: { type: 'string', default: 'now' },
    as: { type: 'string', default: 'visitor' },
    site: { type: 'string' },
    cookie: { type: 'string' },
    config: { type: 'string', default: process.env['CONFIG_DIR'] ?? 'config' },
    lang: { type: 'string' },
  } as const;
  const { values, positionals } = readArgs(args, options, true);
  const address = readAddress(positionals);
  const wanted = readLanguage(values.lang);
  const { files, unread } = await readProject(values.config);
  const lang = languageFor(files, wanted);
  const at = readMoment(values.at, Math.floor(Date.now() / 1000), timeZoneOf(files));
  const { registry, offenses } = compile(files, { unread });
  const show = (path: string) => path.replace(/^config(?=\/)/, values.config.replace(/\/+$/, ''));
  if (registry === null) {
    const errors = offenses.filter(({ severity }) => severity === 'error');
    process.stderr.write(`${asText(errors, lang, show, files)}\n`);
    return 1;
  }
  const { site: url, cookie } = values;
  const { site } = registry;
  const given = cookie === undefined ? logIn : async () => cookie;
  const name = cookie !== undefined && values.as === VISITOR ? '--cookie' : values.as;
  const reader =
    url === undefined
      ? offlineReader(values.as, registry)
      : await onlineReader(name, { url, site, logIn: given });
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
