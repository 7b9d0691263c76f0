import { HOUR } from '#shop/domain/calendar.ts';
import { defineJob } from '../../kernel/jobs/job.ts';
import { countStock } from './commands/count-stock.ts';
import { forgetNotedDays } from './queries/order-days.ts';

/** Writes down what of a day could not be counted later, and forgets what is no longer so. */
export default defineJob({
  every: HOUR,
  async run({ db, now }) {
    await countStock(db, now);
    await forgetNotedDays(db);
  },
});
