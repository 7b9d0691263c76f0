import type { Db } from '../../../kernel/db/schema.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import type { InvoiceKind } from '../tables.ts';
import { applyInvoice } from './apply.ts';
import { KIND_NAME } from './labels.ts';
import { invoiceDefaults } from './read.ts';

const invoicesPage = pageLink('zzfw_dzfp');

/** Text of the invoice that the buyer chose at the checkout; null for none. */
export const invoiceChoiceText = (choice: 'none' | InvoiceKind): string | null =>
  choice === 'none' ? null : `${KIND_NAME[choice]}，订单完成后自动申请`;

/**
 * Applies for the invoice that the buyer chose at the checkout, when the order is completed. Where the company's invoice
 * details are incomplete, the buyer is notified and applies on the invoice page.
 */
export async function requestChosenInvoice(
  db: Db,
  order: { id: number; no: string; purchase_id: number; company_id: number },
  now: number,
): Promise<void> {
  const { invoice, member_id } = await db
    .selectFrom('purchases')
    .where('id', '=', order.purchase_id)
    .select(['invoice', 'member_id'])
    .executeTakeFirstOrThrow();
  if (invoice === 'none') return;
  const title = await invoiceDefaults(db, order.company_id);
  const input = { ...title, kind: invoice, order_ids: [order.id] };
  const applied = await applyInvoice(db, { id: member_id, companyId: order.company_id }, input, now);
  if (applied.ok) return;
  const text = {
    title: `订单 ${order.no} 的发票还未申请`,
    body: `${applied.message}。请补全后申请。`,
    url: invoicesPage(),
  };
  await notifyCompany(db, order.company_id, text, now);
}
