import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { invoiceableOrders } from './invoiceable-orders.ts';

type InvoiceInput = Calls['invoice.create']['body'];

/** 统一社会信用代码 or an older tax number. */
const TAX_NUMBER = /^[0-9A-HJ-NPQRTUWXY]{15,20}$/;

/** Applies for one invoice for several orders; its amount is their net payment by the ledger. */
export async function applyInvoice(
  db: Db,
  { id: memberId, companyId }: Pick<Member, 'id' | 'companyId'>,
  input: InvoiceInput,
  now: number,
): Promise<Answer<{ id: number }>> {
  const problem = problemOf(input);
  if (problem) return refuseField(...problem);
  // Serialises concurrent applications: a second one for the same order finds it invoiced.
  await db.selectFrom('companies').where('id', '=', companyId).select('id').forNoKeyUpdate().execute();
  const ids = [...new Set(input.order_ids)];
  const orders = await invoiceableOrders(db, companyId, ids);
  if (ids.length === 0) return refuseField('order_ids', '请选择要开票的订单');
  if (orders.length < ids.length) {
    return refuse('invalid', { message: '有订单不能开票：未完成、已全部退款，或已申请过' });
  }
  const { id } = await db
    .insertInto('invoices')
    .values({
      company_id: companyId,
      member_id: memberId,
      kind: input.kind,
      title: input.title.trim(),
      tax_number: input.tax_number.trim(),
      address: input.address.trim(),
      bank: input.bank.trim(),
      email: input.email,
      amount_fen: orders.reduce((sum, { amount }) => sum + amount, 0),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('invoice_orders')
    .values(orders.map((order) => ({ invoice_id: id, order_id: order.id, amount_fen: order.amount })))
    .execute();
  return made({ id }, '已申请开票，开好后以消息告诉您');
}

function problemOf(input: InvoiceInput): [string, string] | null {
  if (!TAX_NUMBER.test(input.tax_number.trim())) return ['tax_number', '税号应为 15 到 20 位数字与大写字母'];
  if (input.kind === 'special' && input.address.trim() === '') return ['address', '专票需要填写地址与电话'];
  if (input.kind === 'special' && input.bank.trim() === '') return ['bank', '专票需要填写开户行与账号'];
  return null;
}
