import { defineJob } from '../../../kernel/jobs/job.ts';
import { sweepOrders } from '../cancel/sweep.ts';

/** Expires unpaid orders and completes those shipped long ago. */
export default defineJob({
  every: 30,
  async run({ db, site, now }) {
    await sweepOrders(db, site, now);
  },
});
