import { defineJob } from '../kernel/jobs/jobs.ts';
import { expireVouchers } from '../services/promotions/expire-vouchers.ts';

/** Vouchers that ended unused leave the books. */
export default defineJob({
  every: 600,
  async run({ db, now }) {
    await expireVouchers(db, now);
  },
});
