import { CommandError, oneOf, readArgs, runCommand, UsageError } from '#engine/cli/arguments.ts';
import { endProcess } from '#engine/host/process/end.ts';
import type { Drill, Scale } from './drills/drill.ts';
import { DRILLS, type DrillName } from './drills/index.ts';
import { describeOutcome, runDrill } from './drills/run.ts';
import { openGround } from './drills/shop.ts';

const NAMES = Object.keys(DRILLS) as DrillName[];
const SCALES = ['small', 'full'] as const satisfies readonly Scale[];

const USAGE = `npm run drill -- <name>[ <name>…] [--scale ${SCALES.join('|')}]
  Breaks a shop on purpose, on a PostgreSQL of their own, and says what held. Exit code 1 when something did not.
${NAMES.map((name) => `  ${name.padEnd(16)} ${DRILLS[name].title}`).join('\n')}`;

/** Accounts for load: of the small scale few, since each is written with its company, licences and money. */
const BUYERS = { small: 64, full: 890 } as const;

/* What a drill has started ends with this process, which must end by itself for that. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => endProcess(1));

const code = await runCommand(USAGE, process.argv.slice(2), async (args) => {
  const { values, positionals } = readArgs(args, { scale: { type: 'string' } }, true);
  const scale = oneOf('--scale', values.scale ?? 'small', SCALES);
  const names = positionals.map((name) => oneOf('<name>', name, NAMES));
  if (names.length === 0) throw new UsageError('要说哪一个演练 / name a drill');
  let broken = false;
  const ground = await openGround({ buyers: BUYERS[scale], durable: scale === 'full' });
  const report = (line: string) => console.error(`  ${line}`);
  try {
    for (const name of names) {
      const started = performance.now();
      const drill: Drill = DRILLS[name];
      console.log(`${name} (${scale}): ${drill.title}`);
      const missing = await drill.missing?.();
      if (missing) throw new CommandError(missing);
      const outcome = await runDrill(drill, { scale, ground, report });
      for (const line of describeOutcome(outcome, started)) console.log(line);
      broken ||= outcome.breaches.length > 0;
    }
  } finally {
    await ground.close();
  }
  return broken ? 1 : 0;
});
/* A drill that was given up may be at work still. */
endProcess(code);
