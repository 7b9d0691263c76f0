import { shopTime } from '#shop/domain/calendar.ts';
import { defineJob } from '../../../kernel/jobs/job.ts';
import { checkDay } from '../books/checks.ts';

/** Hour (Beijing time) of the nightly check of the books, when there are hardly any orders. */
const HOUR = 3;

export default defineJob({
  every: 1800,
  async run({ db, now }) {
    const hour = Number(shopTime(now).slice(11, 13));
    if (hour !== HOUR) return;
    const breaches = await checkDay(db, now);
    // Staff see the result in the back office; the error also reports it in the log.
    if (breaches !== null && breaches.length > 0)
      throw new Error(`the books do not agree:\n${breaches.join('\n')}`);
  },
});
