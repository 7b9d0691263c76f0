import { defineRoutes } from '../../kernel/http/routes.ts';
import { ok } from '../../kernel/result/answer.ts';
import { describeSystem } from './queries/system/describe.ts';
import { readFacts } from './queries/system/facts.ts';

/** What whoever runs the shop looks at. */
export default defineRoutes({
  'ops-system.state': async ({ db, now }) => ok(describeSystem(await readFacts(db), now)),
});
