import { seconds } from '#engine/cli/run.ts';
import type { Drill, Outcome, Stage } from './drill.ts';

/** Runs a drill within its time. One that does not end in it, or throws, has failed. */
export async function runDrill(drill: Drill, stage: Stage): Promise<Outcome> {
  const bound = drill.bound[stage.scale];
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Outcome>((resolve) => {
    const breaches = [`the drill did not end within ${bound} s`];
    timer = setTimeout(() => resolve({ figures: {}, breaches }), bound * 1000);
  });
  const failed = (fault: unknown): Outcome => ({
    figures: {},
    breaches: [fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)],
  });
  try {
    return await Promise.race([drill.run(stage).catch(failed), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** The figures of a drill, and what did not hold, as lines. */
export function linesOf({ figures, breaches }: Outcome): string[] {
  const rows = Object.entries(figures).map(([name, value]) => `  ${name}: ${value}`);
  return [...rows, ...breaches.map((breach) => `  ✗ ${breach}`)];
}

/** An outcome as lines, with the verdict and how long it took. */
export function describeOutcome(outcome: Outcome, started: number): string[] {
  const { length } = outcome.breaches;
  const verdict = length === 0 ? 'held' : `${length} did not hold`;
  return [...linesOf(outcome), `${verdict} (${seconds(started)})`];
}
