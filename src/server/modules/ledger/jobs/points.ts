import { defineJob } from '../../../kernel/jobs/job.ts';
import { expirePointsOfYear } from '../points/expire.ts';

/** Expires points of two years ago at the end of the year. */
export default defineJob({
  every: 3_600,
  async run({ db, now }) {
    await expirePointsOfYear(db, now);
  },
});
