import { defineJob } from '../../kernel/jobs/job.ts';
import { expireVouchers } from './vouchers/expire.ts';

/** Books expired vouchers out of the ledger. */
export default defineJob({
  every: 600,
  async run({ db, now }) {
    await expireVouchers(db, now);
  },
});
