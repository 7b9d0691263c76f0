import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Drill } from '#tools/server/drills/drill.ts';
import { DRILLS, type DrillName } from '#tools/server/drills/index.ts';
import { runDrill } from '#tools/server/drills/run.ts';
import { type Ground, openGround } from '#tools/server/drills/shop.ts';

/**
 * At their small scale. The others compare times, which needs a machine of its own, take minutes, or run tests that are run
 * anyway: `npm run drill`.
 */
const IN_EVERY_RUN = [
  'last-unit',
  'random-business',
  'kill-database',
  'fuzz',
  'rolling',
  'fail-over',
  'pitr',
  'outside-parts',
  'two-versions',
] as const satisfies readonly DrillName[];

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
}, 600_000);
afterAll(() => ground?.close());

/** What does not hold once does not hold: no second try. */
it.for(IN_EVERY_RUN)('%s', { retry: 0, timeout: 1_000_000 }, async (name, { skip }) => {
  const drill: Drill = DRILLS[name];
  const missing = await drill.missing?.();
  if (missing) skip(missing);
  const { breaches, figures } = await runDrill(drill, { scale: 'small', ground, report: () => {} });
  expect(breaches).toEqual([]);
  expect(figures['books']).toMatch(/^agree/);
});
