import { defineJob } from '../../kernel/jobs/jobs.ts';
import { expireVouchers } from './vouchers/expire.ts';

/** Vouchers that ended unused leave the books. */
export default defineJob({
  every: 600,
  async run({ db, now }) {
    await expireVouchers(db, now);
  },
});
