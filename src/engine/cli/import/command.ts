import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative } from 'node:path';
import { compile } from '#engine/compiler/compile.ts';
import { CommandError, oneOf, readArgs, runCommand, UsageError } from '../arguments.ts';
import { languageFor, readLanguage } from '../language.ts';
import { loadProject } from '../project/load-project.ts';
import { shopFolders } from '../project/shop-folders.ts';
import { importDocument, LOCK_FILE } from './import-document.ts';
import { asJson } from './report/as-json.ts';
import { asText } from './report/as-text.ts';
import { isUrl, readSource } from './source/read-source.ts';

const FORMATS = ['text', 'json'] as const;

const USAGE = `storewright import openapi <文件|网址 file|URL> [--only WHAT]... [--site] [--dry-run] [--config DIR] [--format text|json] [--lang zh|en]
  把 OpenAPI 3 的文档写成 config/api 里的接口与实体；再次导入只改文档里改了的，手改过的保留
  writes an OpenAPI 3 document as calls in config/api and entities; a further run changes only what the document changed, and keeps what was edited by hand
  --lang      不写则跟着 site.yaml 的 locale / that of site.yaml's locale when left out
  --only      只要这些：标签、地址（/pets/**）、操作（operationId、pets.list、'GET /pets'），可以写几次 / a tag, a path, an operation; repeatable
  --site      把 site.yaml 里缺的 api.base、api.answers、api.page 等补上 / adds what api of site.yaml lacks
  --dry-run   只说会写什么 / only says what it would write
  退出码 / exit code: 0 都写了 everything chosen was written，1 有没写的 something was not，2 命令写错 the command is wrong
              （HEAD、OPTIONS、TRACE 不是接口，不算 / are no calls, and do not count）`;

function readSettings(args: readonly string[]) {
  const options = {
    only: { type: 'string', multiple: true, default: [] as string[] },
    site: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    config: { type: 'string', default: shopFolders().config },
    format: { type: 'string', default: 'text' },
    lang: { type: 'string' },
  } as const;
  const { values, positionals } = readArgs(args, options, true);
  const [kind, from, ...others] = positionals;
  if (kind !== 'openapi' || from === undefined || others.length > 0)
    throw new UsageError('要写 openapi 与一个文件或网址 / name openapi and one file or URL');
  return {
    from,
    only: values.only,
    writesSite: values.site,
    isDry: values['dry-run'],
    config: values.config.replaceAll('\\', '/').replace(/\/+$/, ''),
    format: oneOf('--format', values.format, FORMATS),
    lang: readLanguage(values.lang),
  };
}

/** `import`: writes the calls and entities of an API's document. Returns the exit code. */
export const importCommand = (args: readonly string[]): Promise<number> => runCommand(USAGE, args, run);

async function run(args: readonly string[]): Promise<number> {
  const { from, only, writesSite, isDry, config, format, lang: given } = readSettings(args);
  const onDisk = (path: string) => path.replace(/^config(?=\/)/, config);
  const files = await loadProject(config);
  const lang = languageFor(files, given);
  const folders = shopFolders();
  const { report, changes } = importDocument({
    from,
    text: await readSource(from),
    id: idOf(from),
    files,
    lock: await readFile(onDisk(LOCK_FILE), 'utf8').catch(() => undefined),
    entityFolder: `${folders.schemas}/entities`,
    editorFolder: `${folders.generated}/editor`,
    only,
    writesSite,
    isDry,
    compile,
  });
  if (!isDry) for (const [path, text] of changes) await write(onDisk(path), text);
  const shown = {
    ...report,
    site: { ...report.site, file: onDisk(report.site.file) },
    calls: report.calls.map((call) => ({ ...call, file: onDisk(call.file) })),
  };
  process.stdout.write(`${format === 'json' ? asJson(shown, lang) : asText(shown, lang)}\n`);
  return report.calls.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
}

/** A document is the same wherever the project lies, and whoever fetches it. */
function idOf(from: string): string {
  if (!isUrl(from)) return isAbsolute(from) ? relative('.', from).replaceAll('\\', '/') : from;
  const { origin, pathname } = new URL(from);
  return origin + pathname;
}

async function write(path: string, text: string | null): Promise<void> {
  try {
    if (text === null) return await rm(path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  } catch (error) {
    const detail = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(`写不了 ${path} / cannot write ${path} (${detail})`);
  }
}
