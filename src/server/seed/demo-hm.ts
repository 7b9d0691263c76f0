import { createHash } from 'node:crypto';
import { DAY, HOUR } from '#shop/domain/calendar.ts';
import { formatDate, formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../kernel/db/schema.ts';
import type { Member } from '../kernel/http/visitor.ts';
import { SANDBOX } from '../kernel/outside/payment-gateways/open.ts';
import type { UploadStorage } from '../kernel/outside/storage/storage.ts';
import { PdfPage } from '../kernel/pdf/pdf.ts';
import { DEMO_SITE as SITE } from '../kernel/seed/demo-terms.ts';
import { insertRows } from '../kernel/seed/insert.ts';
import { reviewOrder } from '../modules/after-sales/index.ts';
import { reviewReceipt, submitReceipt } from '../modules/compliance/index.ts';
import { confirmReceipt } from '../modules/fulfilment/index.ts';
import type { LockedOrder } from '../modules/orders/index.ts';
import { reviewTransfer, startPayment, submitTransfer } from '../modules/payments/index.ts';
import { assertAccepted, reloadOrder, ship, unwrap } from './demo-steps.ts';

/** Scenarios of orders with ephedrine: one for each state of a receipt (domain §4). */
const HM_SCENARIOS = ['hm-owed', 'hm-sent', 'hm-confirmed', 'hm-refused'] as const;

export type HmScenario = (typeof HM_SCENARIOS)[number];

export function isHmScenario(scenario: string): scenario is HmScenario {
  return HM_SCENARIOS.some((one) => one === scenario);
}

interface HmOrder {
  buyer: Member;
  order: LockedOrder;
  scenario: HmScenario;
  /** When it was placed, in seconds. */
  at: number;
  /** Storage of slips and receipts; without it only their rows are inserted. */
  files: UploadStorage | undefined;
}

/** Pays, reviews and ships an order with ephedrine, and advances its receipt to the state of its scenario. */
export async function playHmOrder(db: Db, hm: HmOrder): Promise<void> {
  const { buyer, order, scenario, at } = hm;
  const { companyId } = buyer;
  const orderIds = [order.id];
  const input = { companyId, orderIds, body: { method: 'transfer' as const } };
  unwrap(await startPayment(db, input, { site: SITE, now: at + HOUR, gateways: SANDBOX }));
  const transfer = {
    payer: await nameOf(db, companyId),
    amount: toYuan(order.payable_fen),
    paid_on: formatDate(at + HOUR),
    reference: `YS${order.no.slice(-8)}`,
    upload_id: await uploadPdf(db, hm, 'voucher', ['银行电子回单（演示）', formatFen(order.payable_fen)]),
  };
  unwrap(await submitTransfer(db, companyId, orderIds, transfer, at + HOUR));
  assertAccepted(await reviewTransfer(db, order.id, { accepted: true, reason: '', now: at + 3 * HOUR }));
  const passed = { accepted: true, reason: '', now: at + 4 * HOUR };
  assertAccepted(await reviewOrder(db, await reloadOrder(db, order.id), passed));
  await ship(db, order, false, at + DAY);
  if (scenario === 'hm-owed') return;
  const receipt = await uploadPdf(db, hm, 'receipt', [
    '含麻药品收货回执（演示）',
    '货物已验收入库，数量与批号相符',
  ]);
  const sent = { order_id: order.id, upload_ids: [receipt], note: '已盖章' };
  assertAccepted(await submitReceipt(db, companyId, sent, at + 2 * DAY + 12 * HOUR));
  if (scenario === 'hm-sent') return;
  const ok = scenario === 'hm-confirmed';
  const verdict = { accepted: ok, reason: ok ? '' : '公章不清晰，请重新盖章后上传' };
  const judged = await reviewReceipt(db, order.id, verdict, at + 3 * DAY);
  if ('refused' in judged) assertAccepted(judged.refused);
  if (!ok) return;
  const arrived = { site: SITE, now: at + 4 * DAY, text: '已确认收货' };
  assertAccepted(await confirmReceipt(db, await reloadOrder(db, order.id), arrived));
}

async function nameOf(db: Db, companyId: number): Promise<string> {
  const { name } = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('name')
    .executeTakeFirstOrThrow();
  return name;
}

/** Uploads a PDF of the buyer for an order; its id is derived from the order. */
async function uploadPdf(
  db: Db,
  { buyer, order, at, files }: HmOrder,
  kind: 'voucher' | 'receipt',
  [title, text]: readonly [string, string],
): Promise<string> {
  const bytes = await new PdfPage()
    .text(200, 100, title, { size: 20 })
    .text(100, 160, `订单号 ${order.no}`)
    .text(100, 184, text)
    .text(100, 208, '演示样张，没有法律效力', { size: 9, grey: 0.4 })
    .bytes();
  const id = createHash('sha256').update(`demo ${order.no} ${kind}`).digest('base64url').slice(0, 22);
  await files?.put(id, bytes);
  await insertRows(db, 'uploads', [
    {
      id,
      kind,
      is_public: false,
      member_id: buyer.id,
      company_id: buyer.companyId,
      name: `${title}.pdf`,
      type: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: at,
    },
  ]);
  return id;
}
