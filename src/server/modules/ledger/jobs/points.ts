import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { expirePoints } from '../points/expire.ts';

/** Points of two years ago end with the year. */
export default defineJob({
  every: 3_600,
  async run({ db, now }) {
    await expirePoints(db, now);
  },
});
