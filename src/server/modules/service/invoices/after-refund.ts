import { formatFen } from '#shop/domain/format.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { publishChange } from '../../../kernel/push/publish.ts';

const invoicesPage = pageLink('zzfw_dzfp');

/**
 * Adjusts invoices after a refund. The amount of an application is reduced, and the application rejected when nothing is
 * left; an issued invoice is marked with the excess, for staff to reverse by a red-letter invoice. Run it in the refund's
 * transaction, which has locked the order.
 */
export async function reduceInvoice(
  db: Db,
  order: { id: number; no: string; company_id: number },
  refunded: number,
  now: number,
): Promise<void> {
  const part = await db
    .selectFrom('invoice_orders')
    .innerJoin('invoices', 'invoices.id', 'invoice_orders.invoice_id')
    .where('invoice_orders.order_id', '=', order.id)
    .where('invoice_orders.live', '=', true)
    .select([
      'invoices.id',
      'invoices.state',
      'invoices.number',
      'invoices.over_fen',
      'invoices.red_fen',
      'invoices.amount_fen as total',
      'invoice_orders.amount_fen as amount',
    ])
    .forUpdate('invoices')
    .executeTakeFirst();
  if (!part) return;
  if (part.state === 'issued') {
    const over = Math.min(part.over_fen + refunded, part.total - part.red_fen);
    await db.updateTable('invoices').set({ over_fen: over }).where('id', '=', part.id).execute();
    await publishChange(db, ['ops.summary'], { staff: true });
    const body = `发票 ${part.number} 开具后，订单 ${order.no} 退款 ${formatFen(refunded)}。我们会开具红字发票冲减，开好后通知您；已抵扣的专票请先与客服联系。`;
    await notifyCompany(
      db,
      order.company_id,
      { title: '已开发票的订单有退款', body, url: invoicesPage() },
      now,
    );
    return;
  }
  const less = Math.min(refunded, part.amount);
  if (less === part.total) {
    await db
      .updateTable('invoices')
      .set({ state: 'rejected', reason: '订单已全部退款', decided_at: now })
      .where('id', '=', part.id)
      .execute();
    await db.updateTable('invoice_orders').set({ live: false }).where('invoice_id', '=', part.id).execute();
    return;
  }
  await db
    .updateTable('invoices')
    .set({ amount_fen: part.total - less })
    .where('id', '=', part.id)
    .execute();
  const its = { invoice_id: part.id, order_id: order.id };
  if (less === part.amount) {
    await db
      .deleteFrom('invoice_orders')
      .where((eb) => eb.and(its))
      .execute();
    return;
  }
  await db
    .updateTable('invoice_orders')
    .set({ amount_fen: part.amount - less })
    .where((eb) => eb.and(its))
    .execute();
}
