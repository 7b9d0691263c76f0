import { DAY, HOUR } from '#shop/domain/calendar.ts';
import { CLAIM_KIND } from '#shop/domain/claim.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../kernel/db/schema.ts';
import type { Member } from '../kernel/http/visitor.ts';
import { isGateway } from '../kernel/outside/payment-gateways/gateway.ts';
import { SANDBOX } from '../kernel/outside/payment-gateways/open.ts';
import { openSandbox } from '../kernel/outside/payment-gateways/sandbox.ts';
import type { UploadStorage } from '../kernel/outside/storage/storage.ts';
import { DEMO_SITE as SITE } from '../kernel/seed/demo-terms.ts';
import {
  claimableOf,
  claimId,
  closePaid,
  createClaim,
  judgeClaim,
  lockClaim,
  shipClaim,
} from '../modules/after-sales/index.ts';
import { confirmReceipt } from '../modules/fulfilment/index.ts';
import { endUnpaid, type LockedOrder } from '../modules/orders/index.ts';
import { findPayment, startPayment, takeReport, wireAmount } from '../modules/payments/index.ts';
import { type HmFate, isHmFate, meetHm } from './demo-hm.ts';
import { accepted, agreed, place, reread, ship } from './demo-steps.ts';

type Fate =
  | 'done'
  | 'returned'
  | 'resending'
  | 'expired'
  | 'cancelled'
  | 'closed'
  | 'shipped'
  | 'claimed'
  | 'partly'
  | 'reviewing'
  | 'paid'
  | 'credit'
  | 'transfer'
  | 'unpaid'
  | HmFate;

/** The demo member's past, oldest first: how long ago, how it went, how many kinds and units. */
const ORDERS: readonly { ago: number; fate: Fate; kinds: number; units: number }[] = [
  { ago: 46 * DAY, fate: 'done', kinds: 4, units: 20 },
  { ago: 31 * DAY, fate: 'done', kinds: 2, units: 10 },
  { ago: 28 * DAY, fate: 'hm-confirmed', kinds: 1, units: 4 },
  { ago: 20 * DAY, fate: 'expired', kinds: 1, units: 5 },
  { ago: 18 * DAY, fate: 'closed', kinds: 1, units: 6 },
  { ago: 14 * DAY, fate: 'cancelled', kinds: 2, units: 4 },
  { ago: 13 * DAY, fate: 'returned', kinds: 2, units: 8 },
  { ago: 12 * DAY, fate: 'resending', kinds: 2, units: 10 },
  { ago: 10 * DAY, fate: 'credit', kinds: 2, units: 10 },
  { ago: 8 * DAY, fate: 'claimed', kinds: 2, units: 6 },
  { ago: 7 * DAY, fate: 'hm-refused', kinds: 1, units: 5 },
  { ago: 6 * DAY, fate: 'hm-sent', kinds: 1, units: 3 },
  { ago: 5 * DAY, fate: 'shipped', kinds: 3, units: 10 },
  { ago: 4 * DAY, fate: 'partly', kinds: 3, units: 10 },
  { ago: 3 * DAY, fate: 'hm-owed', kinds: 1, units: 2 },
  { ago: 2 * DAY, fate: 'paid', kinds: 2, units: 10 },
  { ago: 9 * HOUR, fate: 'reviewing', kinds: 1, units: 5 },
  { ago: 5 * HOUR, fate: 'transfer', kinds: 2, units: 5 },
  { ago: HOUR, fate: 'unpaid', kinds: 2, units: 3 },
];

/** Lets the demo member place, pay, receive and return orders, through the services that do it for everybody. */
export async function seedDemoOrders(db: Db, now: number, files: UploadStorage | undefined): Promise<void> {
  const buyer = await demoMember(db);
  const goods = { plain: await goodsFor(db, false), hm: await goodsFor(db, true) };
  const next = { plain: 0, hm: 0 };
  for (const { ago, fate, kinds, units } of ORDERS) {
    const kind = isHmFate(fate) ? 'hm' : 'plain';
    const chosen = Array.from({ length: Math.min(kinds, goods[kind].length) }, (_, index) => {
      const goodsId = goods[kind][(next[kind] + index) % goods[kind].length]?.id ?? 0;
      return { goods_id: goodsId, number: units, type: 0 };
    });
    // A small demo may have no such goods.
    if (chosen.length === 0) continue;
    next[kind] += kinds;
    for (const order of await place(db, buyer, chosen, now - ago)) {
      if (isHmFate(fate)) await meetHm(db, { buyer, order, fate, at: now - ago, files });
      else await meet(db, buyer, order, fate, now - ago);
    }
  }
}

/** Plenty of goods that anybody may buy in any number; those with ephedrine, or those without. */
function goodsFor(db: Db, hm: boolean) {
  return db
    .selectFrom('goods')
    .where('in_stock', '=', true)
    .where('on_sale', '=', true)
    .where('controlled', '=', false)
    .where('hm', '=', hm)
    .where('split', '=', true)
    .where((eb) =>
      eb(
        eb
          .selectFrom('batches')
          .whereRef('batches.goods_id', '=', 'goods.id')
          .whereRef('batches.warehouse_id', '=', 'goods.warehouse_id')
          .select((batch) => batch.fn.sum<number>('available').as('units')),
        '>=',
        100,
      ),
    )
    .where('cap_order', 'is', null)
    .where('cap_month', 'is', null)
    .where('min_number', '=', 1)
    .where('price_fen', '<', 5000)
    .orderBy('sales', 'desc')
    .orderBy('id')
    .limit(60)
    .select('id')
    .execute();
}

/** Brings an order to where it stands today. */
async function meet(
  db: Db,
  buyer: Member,
  order: LockedOrder,
  fate: Exclude<Fate, HmFate>,
  at: number,
): Promise<void> {
  if (fate === 'unpaid') return;
  if (fate === 'cancelled') {
    const text = '订单已取消：商品选错了';
    return agreed(await endUnpaid(db, order, { to: ORDER_STATE.cancelled, text, at: at + HOUR }));
  }
  if (fate === 'expired') {
    const text = '超时未付款，订单已自动取消';
    return agreed(await endUnpaid(db, order, { to: ORDER_STATE.expired, text, at: at + DAY }));
  }
  await pay(db, order, fate === 'transfer' || fate === 'credit' ? fate : 'alipay', at + HOUR / 4);
  if (fate === 'reviewing') {
    await db
      .updateTable('orders')
      .set({ status: ORDER_STATE.reviewing })
      .where('id', '=', order.id)
      .execute();
  }
  if (fate === 'closed') {
    const text = '仓库盘点发现商品全部破损，订单已关闭';
    const closing = { text, at: at + DAY, byShop: true };
    return agreed(await closePaid(db, await reread(db, order.id), closing));
  }
  if (fate === 'paid' || fate === 'reviewing' || fate === 'transfer') return;
  await ship(db, order, fate === 'partly', at + DAY);
  if (fate === 'shipped' || fate === 'partly') return;
  if (fate === 'claimed')
    return claim(db, buyer, order, { kind: CLAIM_KIND.refundOnly, reason: '破损' }, at + 3 * DAY);
  const receipt = { site: SITE, now: at + 4 * DAY, text: '已确认收货' };
  agreed(await confirmReceipt(db, await reread(db, order.id), receipt));
  if (fate === 'returned') {
    await claim(
      db,
      buyer,
      order,
      { kind: CLAIM_KIND.returnGoods, reason: '质量问题', through: true },
      at + 5 * DAY,
    );
  }
  if (fate === 'resending') {
    await claim(
      db,
      buyer,
      order,
      { kind: CLAIM_KIND.exchange, reason: '批号效期不符', accepted: true },
      at + 5 * DAY,
    );
  }
}

/** By which the demo's exchanges go out. */
const PARCEL = { carrier: '演示物流', trackingNo: 'YS00000002' };
const NO_PAPERS = { files: [], companyId: 0 };

/** Asks for one unit of the first line; staff accept it, or take it through to its end. */
async function claim(
  db: Db,
  buyer: Member,
  order: LockedOrder,
  wish: { kind: number; reason: string; accepted?: boolean; through?: boolean },
  at: number,
): Promise<void> {
  const [row] = await claimableOf(db, order.id);
  if (!row) throw new Error(`nothing to claim of order ${order.id}`);
  const family = wish.kind < 10 ? 'return' : 'after_sales';
  const { id } = accepted(
    await createClaim(
      db,
      buyer,
      family,
      {
        order_id: order.id,
        kind: wish.kind,
        reason: wish.reason,
        note: '外盒已拍照，详见说明。',
        lines: [{ id: claimId(row), number: 1 }],
      },
      { site: SITE, now: at },
    ),
  );
  const judge = async (reply: string, now: number) => {
    const open = await lockClaim(db, id, null);
    if (!open) throw new Error(`no claim ${id}`);
    const { pointsPerYuan } = SITE.constants.trade;
    const verdict = { accepted: true, reply, parcel: PARCEL, papers: NO_PAPERS, now, pointsPerYuan };
    agreed(await judgeClaim(db, open, verdict));
  };
  if (wish.accepted !== true && wish.through !== true) return;
  await judge('请寄回武汉仓，运费由我方承担', at + 2 * HOUR);
  if (wish.through !== true) return;
  const open = await lockClaim(db, id, null);
  if (!open) throw new Error(`no claim ${id}`);
  agreed(await shipClaim(db, open, { carrier: '演示快递', trackingNo: 'YS00000001' }, at + DAY));
  await judge('验收合格', at + 2 * DAY);
  await judge('', at + 2 * DAY + HOUR);
}

async function pay(
  db: Db,
  order: LockedOrder,
  method: 'alipay' | 'transfer' | 'credit',
  at: number,
): Promise<void> {
  // Another order of its purchase may have been paid together with it.
  if ((await reread(db, order.id)).paid_at !== null) return;
  const wish = { companyId: order.company_id, orderIds: [order.id], body: { method } };
  const { redirect } = accepted(await startPayment(db, wish, { site: SITE, now: at, gateways: SANDBOX }));
  if (redirect === null || !isGateway(method)) return;
  const gateway = await openSandbox(db, method);
  const payment = await findPayment(db, redirect.split('/').at(-1) ?? '');
  if (!payment) throw new Error(`no payment behind ${redirect}`);
  const amount = wireAmount(payment.amount_fen);
  const report = gateway.parseNotification(gateway.notification({ no: payment.no, amount, state: 'paid' }));
  if (report) accepted(await takeReport(db, method, report, at + 60));
}

async function demoMember(db: Db): Promise<Member> {
  const row = await db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where('members.username', '=', 'demo')
    .select([
      'members.id',
      'companies.id as companyId',
      'companies.type as companyType',
      'companies.scopes',
      'companies.level',
    ])
    .executeTakeFirstOrThrow();
  return { ...row, role: 'approved', sessionId: '' };
}
