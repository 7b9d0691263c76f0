import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from '#engine/cli/build/build.ts';
import { sizeOf } from '#engine/cli/build/sizes.ts';
import { measureCompile } from './bench/compile.ts';
import { type LoadFigures, measureImport, measureLoad, measureSuggestions } from './bench/load.ts';
import { measureSaved } from './bench/saved.ts';
import { startPostgres } from './postgres.ts';
import { startSite } from './site-process.ts';

const ms = (value: number) => `${value.toFixed(1)} ms`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const configDir = process.env['CONFIG_DIR'] ?? 'config';
const distDir = process.env['DIST_DIR'] ?? 'dist';
const MANY_GOODS = '100000';
const ROWS = 2000;

function printLoad(engine: string, figures: readonly LoadFigures[]): void {
  console.log(`\nserver on ${engine}, 20 connections`);
  for (const { name, rate, p50, p95, failed } of figures) {
    const line = `  ${name.padEnd(22)} ${rate.toFixed(0).padStart(6)} /s   p50 ${ms(p50).padStart(9)}   p95 ${ms(p95).padStart(9)}`;
    console.log(failed > 0 ? `${line}   ${failed} failed` : line);
  }
}

async function withSite<T>(
  env: NodeJS.ProcessEnv,
  work: (site: Awaited<ReturnType<typeof startSite>>) => Promise<T>,
) {
  const site = await startSite({ ...env, DIST_DIR: distDir });
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

console.log('compiler');
for (const pages of [0, 500, 1000, 2000]) {
  const { full, warm } = await measureCompile(configDir, pages);
  const name = pages === 0 ? 'the config as it is' : `and ${pages} pages more`;
  const change = pages === 0 ? '' : `   one file changed ${ms(warm)} (1/${(full / warm).toFixed(0)})`;
  console.log(`  ${name.padEnd(22)} ${ms(full).padStart(10)}${change}`);
}

const saved = await measureSaved(configDir);
console.log(
  `\na saved page under \`npm run dev\`, to the screen: quickest ${ms(saved.quickest)}, median ${ms(saved.median)} (promised: within a second)`,
);

await build({ distDir, configDir, report: () => {} });
const { site } = JSON.parse(await readFile(join(distDir, 'registry.json'), 'utf8')) as {
  site: { pages: { home: string } };
};
const size = await sizeOf(distDir, site.pages.home);
console.log(
  `\n${site.pages.home} after gzip: scripts ${kilobytes(size.scripts)}, styles ${kilobytes(size.styles)}`,
);

printLoad('PGlite', await withSite({ DATABASE_URL: '' }, measureLoad));
const postgres = await startPostgres();
try {
  for (const [engine, env] of [
    ['PGlite', { DATABASE_URL: '' }],
    ['PostgreSQL', { DATABASE_URL: await postgres.createDatabase('import') }],
  ] as const) {
    const took = await withSite(env, (running) => measureImport(running, ROWS));
    console.log(`\nan import of ${ROWS} rows into the cart on ${engine}: ${ms(took)}`);
  }
  printLoad(
    'PostgreSQL',
    await withSite({ DATABASE_URL: await postgres.createDatabase('bench') }, measureLoad),
  );
  const many = { SEED_GOODS: MANY_GOODS, DATABASE_URL: await postgres.createDatabase('many') };
  for (const [engine, env] of [
    ['PostgreSQL', many],
    ['PGlite', { SEED_GOODS: MANY_GOODS, DATABASE_URL: '' }],
  ] as const) {
    const { p50, p95 } = await withSite(env, measureSuggestions);
    console.log(`\nsuggestions among ${MANY_GOODS} goods on ${engine}: p50 ${ms(p50)}, p95 ${ms(p95)}`);
  }
} finally {
  await postgres.stop();
}
