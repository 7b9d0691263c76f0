import { HOUR } from '#shop/domain/calendar.ts';
import { defineJob } from '../../../kernel/jobs/job.ts';
import { refreshSold } from '../commands/refresh-sold.ts';

/** Counts what was sold of each good since the last run; thirty days move by a day. */
export default defineJob({
  every: HOUR,
  run: ({ db, now }) => refreshSold(db, now),
});
