import { HOUR } from '#shop/domain/calendar.ts';
import { defineJob } from '../../kernel/jobs/job.ts';
import { countStock } from './commands/count-stock.ts';

/** Writes down what of a day could not be counted later. */
export default defineJob({
  every: HOUR,
  run: ({ db, now }) => countStock(db, now),
});
