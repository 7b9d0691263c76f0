import { shopTime } from '#shop/domain/calendar.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { checkDay } from '../books/checks.ts';

/** Proves the books every night, a few hours after midnight in Beijing, when nobody orders. */
const HOUR = 3;

export default defineJob({
  every: 1800,
  async run({ db, now }) {
    const hour = Number(shopTime(now).slice(11, 13));
    if (hour !== HOUR) return;
    const breaches = await checkDay(db, now);
    // Staff see it in the back office; whoever watches the log is told too.
    if (breaches !== null && breaches.length > 0)
      throw new Error(`the books do not agree:\n${breaches.join('\n')}`);
  },
});
