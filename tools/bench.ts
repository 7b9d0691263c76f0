import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readArgs, runCommand, UsageError } from '#engine/cli/arguments.ts';
import { build } from '#engine/cli/build/build.ts';
import { measureLighthouse } from './bench/browser/lighthouse.ts';
import { measureBrowser } from './bench/browser/measure.ts';
import { measureCompile } from './bench/compile.ts';
import { type GrowthReport, LARGE, parseSize, type ShopSize, worstFactor } from './bench/growth/costs.ts';
import { growthTable } from './bench/growth/growth-table.ts';
import { measureGrowth } from './bench/growth/measure.ts';
import { keepRun, keptRuns } from './bench/kept.ts';
import { withProfile } from './bench/profile.ts';
import { type Figures, PARTS, type Part, ROWS, type RowName, rowsOf } from './bench/rows.ts';
import { measureServer } from './bench/server/measure.ts';
import type { Engine } from './bench/server/place.ts';
import { measureStudio } from './bench/studio.ts';
import { tableOf } from './bench/table.ts';

const USAGE = `npm run bench -- [--only <part>[,<part>]] [--rows <row>[,<row>]] [--profile <row>] [--size <size>]
  Measures what the shop costs, each figure beside its baseline in the same run, and keeps the table in .bench/.
  --only     ${PARTS.join(', ')}
  --rows     of a server: ${[...rowsOf('server'), ...rowsOf('pglite')].join(', ')}
  --profile  where the shop's process spends its time under the load of one of those rows
  --size     of the large shop of growth: goods,members,orders; ${Object.values(LARGE).join(',')} when left out`;

const configDir = process.env['CONFIG_DIR'] ?? 'config';
const distDir = process.env['DIST_DIR'] ?? 'dist';
const report = (line: string) => console.error(line);

/** Said below the table. */
const notes: string[] = [];

interface Chosen {
  rows: readonly RowName[] | undefined;
  size: ShopSize;
}

let growth: GrowthReport | undefined;

async function measureGrown(size: ShopSize): Promise<Figures> {
  growth = await measureGrowth(distDir, size);
  notes.push(growthTable(growth));
  return { growth: { value: worstFactor(growth.costs), others: growth.others } };
}

const MEASURES: Readonly<Record<Part, (chosen: Chosen) => Promise<Figures>>> = {
  server: ({ rows }) => measureServer({ distDir, engine: 'postgres', ...(rows && { rows }) }, report),
  pglite: ({ rows }) => measureServer({ distDir, engine: 'pglite', ...(rows && { rows }) }, report),
  browser: () => measureBrowser(configDir, report),
  lighthouse: () => measureLighthouse(distDir, report, (line) => notes.push(line)),
  compile: () => measureCompile(configDir, report),
  studio: () => measureStudio(configDir),
  growth: ({ size }) => measureGrown(size),
};

/** The names in a list with commas; undefined for none. @throws UsageError for one that is not known */
function namesIn<Name extends string>(text: string | undefined, known: readonly Name[]): Name[] | undefined {
  return text?.split(',').map((name) => {
    const found = known.find((one) => one === name);
    if (found === undefined) throw new UsageError(`没有 ${name} / there is no ${name}`);
    return found;
  });
}

/** The database under the rows to profile. @throws UsageError where they are not all of one, or of no server */
function engineOf(rows: readonly RowName[]): Engine {
  const [part, ...others] = new Set(rows.map((row) => ROWS[row].part));
  if (others.length > 0 || (part !== 'server' && part !== 'pglite'))
    throw new UsageError(`只能是服务器的行 / rows of a server alone: ${rows.join(',')}`);
  return part === 'server' ? 'postgres' : 'pglite';
}

async function commit(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['describe', '--always', '--dirty']).catch(() => ({
    stdout: 'unknown',
  }));
  return stdout.trim();
}

process.exitCode = await runCommand(USAGE, process.argv.slice(2), async (args) => {
  const { values } = readArgs(args, {
    only: { type: 'string' },
    rows: { type: 'string' },
    profile: { type: 'string' },
    size: { type: 'string' },
  });
  const known = Object.keys(ROWS) as RowName[];
  const rows = namesIn(values.rows, known);
  const profiled = namesIn(values.profile, known);
  const parts =
    namesIn(values.only, PARTS) ?? (rows ? [...new Set(rows.map((row) => ROWS[row].part))] : PARTS);
  const size = values.size === undefined ? LARGE : parseSize(values.size);
  const engine = profiled && engineOf(profiled);
  await build({ distDir, configDir, report });
  if (profiled && engine) {
    const lines = await withProfile(async (nodeArguments) => {
      await measureServer({ distDir, engine, rows: profiled, nodeArguments }, report);
    });
    console.log(lines.join('\n'));
    return 0;
  }
  const figures: Figures = {};
  for (const part of parts) Object.assign(figures, await MEASURES[part]({ rows, size }));
  const run = { at: new Date().toISOString(), commit: await commit(), figures, ...(growth && { growth }) };
  const table = [tableOf(run, await keptRuns()), ...notes].join('\n');
  console.log(`\n${table}\n${await keepRun(run, table)}`);
  return 0;
});
