import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { formatDate, formatFen } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';

const creditPage = pageLink('wdqb_zqgl');

/** A reminder of open bills that fall due in `from` (inclusive) to `until` (exclusive), in seconds. */
interface BillReminder {
  mark: 'reminded_at' | 'overdue_told_at';
  from: number;
  until: number;
  /** One message for all such bills of a company. */
  text: (bills: { count: number; open: string; first: string }) => { title: string; body: string };
}

/**
 * Reminds companies of bills that fall due within `days`, and of overdue ones, once each per bill. Several processes
 * may run it at once: the one that marks a bill sends the reminder. Run it in a transaction.
 * @returns how many bills were reminded of
 */
export async function remindBills(db: Db, days: number, now: number): Promise<number> {
  const overdue = await sendReminders(db, now, {
    mark: 'overdue_told_at',
    from: 0,
    until: now,
    text: ({ count, open, first }) => ({
      title: '账期账单已逾期',
      body: `${count} 张账单共 ${open} 逾期未还，最早的应在 ${first} 还清。还清之前不能再用账期下单。`,
    }),
  });
  const soon = await sendReminders(db, now, {
    mark: 'reminded_at',
    from: now,
    until: now + days * DAY,
    text: ({ count, open, first }) => ({
      title: '账期账单即将到期',
      body: `${count} 张账单共 ${open} 待还，最早 ${first} 到期。逾期后不能再用账期下单，请按时还款。`,
    }),
  });
  return overdue + soon;
}

async function sendReminders(
  db: Db,
  now: number,
  { mark, from, until, text }: BillReminder,
): Promise<number> {
  // A bill that is being repaid at this moment is locked: it is skipped, and checked again in the next run.
  const due = db
    .selectFrom('credit_bills')
    .where(mark, 'is', null)
    .where(sql<boolean>`repaid_fen + reduced_fen < amount_fen`)
    .where('due_at', '>=', from)
    .where('due_at', '<', until)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .skipLocked();
  const bills = await db
    .updateTable('credit_bills')
    .set({ [mark]: now })
    .where('id', 'in', due)
    .returning(['company_id', 'due_at', 'amount_fen', 'repaid_fen', 'reduced_fen'])
    .execute();
  for (const [companyId, group] of Map.groupBy(bills, ({ company_id }) => company_id)) {
    const open = group.reduce((sum, bill) => sum + bill.amount_fen - bill.repaid_fen - bill.reduced_fen, 0);
    const first = formatDate(Math.min(...group.map(({ due_at }) => due_at)));
    const message = text({ count: group.length, open: formatFen(open), first });
    await notifyCompany(
      db,
      companyId,
      { ...message, kind: 'account', url: creditPage({ type: 'open' }) },
      now,
    );
  }
  return bills.length;
}
