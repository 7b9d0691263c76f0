import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNotes, type Drill, type Notes } from './drill.ts';

/** Everywhere else than in the shop's own zone, and where clocks are set back and forward, by half an hour too. */
const ZONES = {
  small: ['America/New_York'],
  full: ['UTC', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Pacific/Kiritimati'],
} as const;

/** The results that vitest writes, as far as they are read. */
interface Results {
  numTotalTests: number;
  numPassedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** Runs these tests in a process of their own and notes what did not pass. */
async function runTests(
  label: string,
  paths: readonly string[],
  env: NodeJS.ProcessEnv,
  notes: Notes,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-suite-'));
  const file = join(folder, 'results.json');
  const options = ['run', '--project', 'parts', '--reporter', 'json', '--outputFile', file];
  try {
    await new Promise<void>((resolve) => {
      // What its exit code says is in the results as well.
      execFile('vitest', [...options, ...paths], { env: { ...process.env, ...env } }, () => resolve());
    });
    const { numTotalTests, numPassedTests, testResults } = JSON.parse(
      await readFile(file, 'utf8'),
    ) as Results;
    notes.figures[label] = `${numPassedTests} of ${numTotalTests} hold`;
    notes.expect(numTotalTests > 0, `${label}: there is nothing to try`);
    for (const { name, assertionResults } of testResults) {
      notes.expect(assertionResults.length > 0, `${label}: ${name} could not be run`);
      for (const { status, fullName } of assertionResults)
        notes.expect(status === 'passed', `${label}: ${fullName}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The table in the repository, on PostgreSQL. */
export const roles: Drill = {
  title: 'every call, by every role, for what is its own, another’s and absent',
  bound: { small: 900, full: 1800 },
  async run() {
    const notes = createNotes();
    await runTests('calls and rules of the table', ['tests/server/roles'], {}, notes);
    return notes;
  },
};

/** Edges of schedules and days, clocks that are set, and the same on machines of other zones. */
export const time: Drill = {
  title: 'clocks set back and forward, other zones, the turn of days and years, edges of schedules',
  bound: { small: 900, full: 3600 },
  async run({ scale }) {
    const notes = createNotes();
    const paths = [
      'tests/shop/domain/calendar.test.ts',
      'tests/engine/runtime/format',
      'tests/engine/runtime/clock.test.ts',
      'tests/server/kernel/jobs/scheduler.test.ts',
      'tests/server/modules/promotions/edges.test.ts',
    ];
    for (const TZ of ZONES[scale]) await runTests(`on a machine in ${TZ}`, paths, { TZ }, notes);
    return notes;
  },
};
