import { DAY } from '#shop/domain/calendar.ts';
import { defineJob } from '../../../kernel/jobs/job.ts';
import { refreshSold } from '../commands/refresh-sold.ts';

/** Counts what was sold of each good. Once a day: it reads every order, and thirty days move by a day. */
export default defineJob({
  every: DAY,
  run: ({ db, now }) => refreshSold(db, now),
});
