import { readLog } from '../../kernel/audit/audit.ts';
import { SUBJECTS } from '../../kernel/audit/labels.ts';
import { ok } from '../../kernel/http/answer.ts';
import { defineRoutes } from '../../kernel/http/routes.ts';
import { dashboard } from './dashboard.ts';

const SUBJECT_OPTIONS = Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }));

export default defineRoutes({
  'ops.summary': async ({ db, now }) => ok(await dashboard(db, now)),

  'ops.log': async ({ db, query, site }) => {
    const page_size = site.trade.pageSize;
    const found = await readLog(db, { ...query, pageSize: page_size });
    return ok({ ...found, page: query.page, page_size, subjects: SUBJECT_OPTIONS });
  },
});
