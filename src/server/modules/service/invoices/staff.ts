import type { Calls } from '#generated/calls.ts';
import { formatFen } from '#shop/domain/format.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { storeFile } from '../../../kernel/files/store.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { sendMessage } from '../../../kernel/notifications/send.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { demoIssuer } from './demo-issuer.ts';

const invoicesPage = pageLink('zzfw_dzfp');

const GONE = { message: '这张发票已经处理过了' };

type IssueInput = Calls['ops-invoice.issue']['body'];

/** Issues an invoice: with the number and file of the tax platform, or without them as a sample of the demo. */
export async function issueInvoice(
  db: Db,
  request: RequestContext,
  id: number,
  { number, file }: IssueInput,
): Promise<Answer<{ id: number }>> {
  if ((number === '') !== (file === ''))
    return refuseField(number === '' ? 'number' : 'file', '号码与文件要一起填，或都不填');
  const invoice = await lockApplied(db, id);
  if (!invoice) return refuse('notFound', GONE);
  const issued =
    number === '' ? await issueSample(db, request, invoice) : await uploadedFile(db, number, file);
  if ('refusal' in issued) return issued;
  await db
    .updateTable('invoices')
    .set({ state: 'issued', number: issued.number, file_id: issued.fileId, decided_at: request.now })
    .where('id', '=', id)
    .execute();
  await record(db, request, {
    action: 'approve',
    subject: 'invoice',
    id,
    label: `${invoice.title} ${issued.number}`,
    after: { number: issued.number, amount: invoice.amount_fen / 100 },
  });
  await notifyMember(
    db,
    invoice.member_id,
    '发票已开好',
    `${invoice.title}的发票已开好，号码 ${issued.number}，可以下载。`,
    request.now,
  );
  return ok({ id }, '已开票');
}

type AppliedInvoice = NonNullable<Awaited<ReturnType<typeof lockApplied>>>;

const lockApplied = (db: Db, id: number) =>
  db
    .selectFrom('invoices')
    .where('id', '=', id)
    .where('state', '=', 'applied')
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

async function issueSample(db: Db, { site, uploads, visitor, now }: RequestContext, invoice: AppliedInvoice) {
  const lines = await db
    .selectFrom('invoice_orders')
    .innerJoin('orders', 'orders.id', 'invoice_orders.order_id')
    .where('invoice_id', '=', invoice.id)
    .orderBy('orders.id')
    .select(['orders.no as orderNo', 'amount_fen as amount'])
    .execute();
  const { number, file } = await demoIssuer.issue({
    id: invoice.id,
    kind: invoice.kind,
    seller: site.title,
    title: invoice.title,
    taxNumber: invoice.tax_number,
    address: invoice.address,
    bank: invoice.bank,
    lines,
    amount: invoice.amount_fen,
    now,
  });
  const { id: memberId, companyId } = memberOf(visitor);
  const owner = { memberId, companyId };
  const fileId = await storeFile(db, uploads, { ...file, kind: 'invoice', isPublic: false, owner }, now);
  return { number, fileId };
}

async function uploadedFile(db: Db, number: string, file: string) {
  const fileId = file.replace('/api/upload/', '');
  const known = await db
    .selectFrom('uploads')
    .where('id', '=', fileId)
    .where('kind', '=', 'invoice')
    .select('id')
    .executeTakeFirst();
  return known ? { number, fileId } : refuseField('file', '文件没有上传成功，请重新选择');
}

/** Rejects an application, or voids an issued invoice; its orders can be invoiced again. */
export async function endInvoice(
  db: Db,
  request: RequestContext,
  id: number,
  { to, reason }: { to: 'rejected' | 'void'; reason: string },
): Promise<Answer<{ id: number }>> {
  const invoice = await db
    .updateTable('invoices')
    .set({ state: to, reason, over_fen: 0, decided_at: request.now })
    .where('id', '=', id)
    .where('state', '=', to === 'void' ? 'issued' : 'applied')
    .returning(['title', 'number', 'member_id'])
    .executeTakeFirst();
  if (!invoice) return refuse('notFound', GONE);
  await db.updateTable('invoice_orders').set({ live: false }).where('invoice_id', '=', id).execute();
  await record(db, request, {
    action: to === 'void' ? 'withdraw' : 'reject',
    subject: 'invoice',
    id,
    label: `${invoice.title} ${invoice.number}`.trim(),
    after: { reason },
  });
  const what = to === 'void' ? '发票已作废' : '开票申请被驳回';
  await notifyMember(
    db,
    invoice.member_id,
    what,
    `${invoice.title}：${reason}。相关订单可以重新申请。`,
    request.now,
  );
  return ok({ id }, to === 'void' ? '已作废' : '已驳回');
}

/** Records the red-letter invoice that reverses what was refunded of an issued one. Run it in a transaction. */
export async function redInvoice(
  db: Db,
  request: RequestContext,
  id: number,
  number: string,
): Promise<Answer<{ id: number }>> {
  const invoice = await db
    .selectFrom('invoices')
    .where('id', '=', id)
    .where('state', '=', 'issued')
    .where('over_fen', '>', 0)
    .select(['title', 'number', 'member_id', 'over_fen', 'red_fen'])
    .forUpdate()
    .executeTakeFirst();
  if (!invoice) return refuse('notFound', { message: '这张发票没有要红冲的金额' });
  await db
    .updateTable('invoices')
    .set({ over_fen: 0, red_fen: invoice.red_fen + invoice.over_fen, red_number: number })
    .where('id', '=', id)
    .execute();
  await record(db, request, {
    action: 'settle',
    subject: 'invoice',
    id,
    label: `${invoice.title} ${invoice.number}`,
    after: { number, amount: invoice.over_fen / 100 },
  });
  const body = `${invoice.title}的发票 ${invoice.number} 已按退款开具红字发票 ${number}，冲减 ${formatFen(invoice.over_fen)}。`;
  await notifyMember(db, invoice.member_id, '红字发票已开具', body, request.now);
  return ok({ id }, '已登记');
}

async function notifyMember(db: Db, id: number, title: string, body: string, now: number): Promise<void> {
  await sendMessage(
    db,
    { audience: 'one', id },
    { kind: 'order', title, body, url: invoicesPage() },
    { author: null, now },
  );
}
