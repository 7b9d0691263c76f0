import { createHash } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '#engine/cli/build/build.ts';
import { listTree } from '#engine/cli/files.ts';
import { LoadError } from '#engine/cli/project/load-project.ts';
import { seconds } from '#engine/cli/run.ts';
import { Offended } from '#engine/cli/vite-plugin/project.ts';
import { isStartFault, optionsFromEnvironment, serve, superviseProcess } from '#server/main.ts';
import { requireStaff } from '#server/modules/identity/index.ts';
import { generateAll } from './generate.ts';

const started = performance.now();
const report = (line: string) => console.log(line);

/** What the built site was made of: paths, sizes and times of everything that goes into it. */
async function fingerprint(configDir: string): Promise<string> {
  const folders = await Promise.all(['src', 'schemas', configDir, 'tools'].map((folder) => listTree(folder)));
  const files = [
    ...folders.flat().filter((path) => !path.startsWith('src/generated')),
    'package-lock.json',
    'vite.config.ts',
  ];
  const facts = await Promise.all(
    files.map(async (path) => [path, (await stat(path)).size, (await stat(path)).mtimeMs]),
  );
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

/** `npm start`: builds unless the built site is of these very files, then migrates, seeds when empty, and serves. */
async function start(): Promise<void> {
  const options = optionsFromEnvironment(process.env);
  const configDir = process.env['CONFIG_DIR'] ?? 'config';
  const stamp = join(options.distDir, '.fingerprint');
  const current = await fingerprint(configDir);
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== current) {
    report('构建站点');
    await generateAll();
    await build({ distDir: options.distDir, configDir, report });
    await writeFile(stamp, current);
  }
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
