import { ok } from '../answer.ts';
import { inTransaction } from '../db/transaction.ts';
import { defineJob } from '../jobs.ts';
import { remindReceipts } from '../services/hm/receipts.ts';

/** Reminds of ephedrine receipts that fall due. */
export default defineJob({
  every: 600,
  async run({ db, now }) {
    await inTransaction(db, async (trx) => ok(await remindReceipts(trx, now)));
  },
});
