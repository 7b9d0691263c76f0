import { inTransaction } from '../../../kernel/db/transaction.ts';
import { defineJob } from '../../../kernel/jobs/job.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { remindBills } from '../credit/remind-bills.ts';

/** Reminds of bills that fall due, and of those that are overdue. */
export default defineJob({
  every: 600,
  async run({ db, site, now }) {
    await inTransaction(db, async (trx) =>
      ok(await remindBills(trx, site.constants.trade.creditReminderDays, now)),
    );
  },
});
