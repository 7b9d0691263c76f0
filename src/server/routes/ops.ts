import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { readLog } from '../services/ops/audit.ts';
import { dashboard } from '../services/ops/service/figures.ts';
import { SUBJECTS } from '../services/ops/words.ts';

const SUBJECT_OPTIONS = Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }));

export default defineRoutes({
  'ops.summary': async ({ db, now }) => ok(await dashboard(db, now)),

  'ops.log': async ({ db, query, site }) => {
    const page_size = site.trade.pageSize;
    const found = await readLog(db, { ...query, pageSize: page_size });
    return ok({ ...found, page: query.page, page_size, subjects: SUBJECT_OPTIONS });
  },
});
