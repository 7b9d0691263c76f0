import { access, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { compile } from '#compiler/compile.ts';
import { asText } from './check/report.ts';
import { generate } from './generate.ts';
import { LoadError, loadProject } from './load-project.ts';
import { readName } from './new/names.ts';
import { type Scaffold, TEMPLATES } from './new/templates.ts';

const USAGE = `用法 / usage: npm run new -- ${Object.keys(TEMPLATES).join('|')} <name>
  npm run new -- page wallet/coupons     config/pages/wallet/coupons.yaml, /wallet/coupons
  npm run new -- block price-tag         schemas/blocks/price-tag.schema.json, src/blocks/price-tag/`;

const configDir = (process.env['CONFIG_DIR'] ?? 'config').replace(/\/+$/, '');

/** `npm run new`: writes a scaffold that passes `npm run check`, or nothing. Exit code 1 when it wrote nothing. */
async function create([kind = '', text = '']: readonly string[]): Promise<number> {
  const template = Object.hasOwn(TEMPLATES, kind) ? TEMPLATES[kind] : undefined;
  const names = readName(text);
  if (template === undefined || names === undefined || (kind === 'block' && /[/_A-Z]/.test(text)))
    return refuse(USAGE);
  const scaffold = template(names, Date.now());
  const taken = await firstTaken(scaffold);
  if (taken !== undefined) return refuse(`${taken} 已经有了 / exists already`);

  const files = new Map([...(await loadProject(configDir)), ...Object.entries(scaffold)]);
  const offenses = compile(files).offenses.filter(
    ({ file, severity }) => severity === 'error' && file in scaffold,
  );
  if (offenses.length > 0) return refuse(asText(offenses, 'zh', onDisk, files));

  for (const [path, content] of Object.entries(scaffold)) {
    await mkdir(dirname(onDisk(path)), { recursive: true });
    await writeFile(onDisk(path), content, { flag: 'wx' });
    process.stdout.write(`${onDisk(path)}\n`);
  }
  if (kind === 'block') await generate();
  return 0;
}

const onDisk = (path: string) => path.replace(/^config(?=\/)/, configDir);

async function firstTaken(scaffold: Scaffold): Promise<string | undefined> {
  for (const path of Object.keys(scaffold).map(onDisk)) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
  }
  return undefined;
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`);
  return 1;
}

try {
  process.exitCode = await create(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LoadError)) throw error;
  process.exitCode = refuse(error.message);
}
