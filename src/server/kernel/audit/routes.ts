import { defineRoutes } from '../http/routes.ts';
import { ok } from '../result/answer.ts';
import { readLog } from './audit.ts';
import { SUBJECTS } from './labels.ts';

const SUBJECT_OPTIONS = Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }));

export default defineRoutes({
  'ops.log': async ({ db, query, site }) => {
    const page_size = site.constants.trade.pageSize;
    const found = await readLog(db, { ...query, pageSize: page_size });
    return ok({ ...found, page: query.page, page_size, subjects: SUBJECT_OPTIONS });
  },
});
