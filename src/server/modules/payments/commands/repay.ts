import type { Calls } from '#generated/calls.ts';
import type { Repayment } from '#generated/schemas.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { type Gateways, isGateway } from '../../../kernel/outside/payment-gateways/gateway.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { type AccountRef, book, lockAccount, USE_TYPE } from '../../ledger/index.ts';
import { newDocumentNo, openPayment } from './charge.ts';
import { supersedeRepaymentCharges } from './superseded-charges.ts';

const creditPage = pageLink('wdqb_zqgl');

/** Creates a repayment of the open amounts of these bills. Nothing is paid yet. */
export async function createRepayment(
  db: Db,
  member: Member,
  body: Calls['pay.creditCreate']['body'],
  now: number,
): Promise<Answer<{ no: string; amount: number }>> {
  const ids = [...new Set(body.bill_ids)];
  const bills = await openBills(db, member.companyId, ids);
  if (ids.length === 0 || bills.length !== ids.length) {
    return refuseField('bill_ids', '账单不存在或已还清，请刷新后重新选择');
  }
  const amount = bills.reduce((sum, bill) => sum + bill.open, 0);
  const no = newDocumentNo('H', now);
  const { id } = await db
    .insertInto('repayments')
    .values({
      no,
      company_id: member.companyId,
      member_id: member.id,
      method: body.method,
      amount_fen: amount,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('repayment_bills')
    .values(bills.map((bill) => ({ repayment_id: id, bill_id: bill.id, amount_fen: bill.open })))
    .execute();
  return made({ no, amount: toYuan(amount) });
}

/** Pays a repayment: from the balance at once, or at a gateway. Idempotent: once paid, it returns its state. */
export async function payRepayment(
  db: Db,
  companyId: number,
  no: string,
  { gateways, now }: { gateways: Gateways; now: number },
): Promise<Answer<Repayment>> {
  const row = await findRepayment(db, companyId, no, true);
  if (!row) return refuse('notFound', { message: '还款单不存在' });
  if (row.state === 'paid') return ok(toRepayment(row), '已还款');
  if (row.state === 'closed') return refuse('invalid', { message: '还款单已失效，请重新发起' });
  if (isGateway(row.method)) {
    const gateway = await gateways.open(db, row.method);
    if (!gateway) return refuseField('method', '暂不支持这种付款方式');
    const repayment = { id: row.id, amount: row.amount_fen };
    const payment = { companyId, gateway: row.method, parts: [], repayment, at: now };
    const { redirect } = await gateway.start({
      no: await openPayment(db, payment),
      subject: `还款 ${no}`,
      amount: row.amount_fen,
      returnPath: creditPage({ no }),
    });
    return ok({ ...toRepayment(row), redirect }, '请在收银台完成还款');
  }
  const balance = await lockAccount(db, { wallet: companyId });
  await lockAccount(db, { credit: companyId });
  const bills = await openBills(db, companyId, await billsOf(db, row.id));
  if (bills.reduce((sum, bill) => sum + bill.open, 0) !== row.amount_fen) {
    return refuse('invalid', { message: '账单已变化，请重新发起还款' });
  }
  if (balance < row.amount_fen) {
    return refuseField('method', `余额不足，还差 ${formatFen(row.amount_fen - balance)}`);
  }
  await settleRepayment(db, row.id, { from: { wallet: companyId }, at: now });
  return ok({ ...toRepayment(row), state: 'paid', paid_at: now }, '还款成功');
}

/** The state of a repayment; null when the company has none of this number. */
export async function checkRepayment(db: Db, companyId: number, no: string): Promise<Repayment | null> {
  const row = await findRepayment(db, companyId, no, false);
  return row ? toRepayment(row) : null;
}

/**
 * Books a repayment's money on its bills, once. Run it in a transaction.
 * @returns the amount that the bills still needed; the rest is to be refunded
 */
export async function settleRepayment(
  db: Db,
  id: number,
  { from, at, paymentId }: { from: AccountRef; at: number; paymentId?: number },
): Promise<number> {
  const row = await db
    .selectFrom('repayments')
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.state === 'paid') return 0;
  await lockAccount(db, { credit: row.company_id });
  let used = 0;
  for (const bill of await openBills(db, row.company_id, await billsOf(db, id))) {
    const amount = Math.min(bill.open, row.amount_fen - used);
    if (amount === 0) continue;
    used += amount;
    await db
      .updateTable('credit_bills')
      .set((eb) => ({ repaid_fen: eb('repaid_fen', '+', amount) }))
      .where('id', '=', bill.id)
      .execute();
    await book(db, {
      from,
      to: { credit: row.company_id },
      amount,
      useType: USE_TYPE.creditRepayment,
      memo: `账单 ${bill.no} 还款`,
      at,
      billId: bill.id,
      once: `repay:${id}:${bill.id}`,
      ...(paymentId === undefined ? {} : { paymentId }),
    });
  }
  await db.updateTable('repayments').set({ state: 'paid', paid_at: at }).where('id', '=', id).execute();
  await supersedeRepaymentCharges(db, id, at);
  const body = `还款 ${formatFen(used)} 已入账，额度已恢复。`;
  await notifyCompany(
    db,
    row.company_id,
    { kind: 'account', title: '账期还款成功', body, url: creditPage() },
    at,
  );
  return used;
}

function toRepayment(row: {
  no: string;
  state: Repayment['state'];
  amount_fen: number;
  paid_at: number | null;
}): Repayment {
  const { no, state, paid_at } = row;
  return { no, state, amount: toYuan(row.amount_fen), paid_at, redirect: null };
}

function findRepayment(db: Db, companyId: number, no: string, lock: boolean) {
  return db
    .selectFrom('repayments')
    .where('company_id', '=', companyId)
    .where('no', '=', no)
    .selectAll()
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

async function billsOf(db: Db, repaymentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('repayment_bills')
    .where('repayment_id', '=', repaymentId)
    .select('bill_id')
    .execute();
  return rows.map(({ bill_id }) => bill_id);
}

/** Locks those of a company's bills that are not fully paid, oldest first. */
async function openBills(db: Db, companyId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('credit_bills')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'no', 'amount_fen', 'repaid_fen', 'reduced_fen'])
    .forUpdate()
    .execute();
  return rows
    .map(({ id, no, amount_fen, repaid_fen, reduced_fen }) => ({
      id,
      no,
      open: amount_fen - repaid_fen - reduced_fen,
    }))
    .filter(({ open }) => open > 0);
}
