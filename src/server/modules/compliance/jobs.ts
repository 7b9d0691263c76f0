import { inTransaction } from '../../kernel/db/transaction.ts';
import { defineJob } from '../../kernel/jobs/job.ts';
import { ok } from '../../kernel/result/answer.ts';
import { remindReceipts } from './receipts/receipts.ts';

/** Reminds of ephedrine receipts that fall due. */
export default defineJob({
  every: 600,
  async run({ db, now }) {
    await inTransaction(db, async (trx) => ok(await remindReceipts(trx, now)));
  },
});
