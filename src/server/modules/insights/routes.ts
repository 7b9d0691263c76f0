import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { overview } from './queries/overview.ts';

export default defineRoutes({
  'user.overview': async ({ db, visitor, now }) => ok(await overview(db, memberOf(visitor), now)),
});
