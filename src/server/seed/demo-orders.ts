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
  lockClaim,
  reviewClaim,
  shipClaim,
} from '../modules/after-sales/index.ts';
import { confirmReceipt } from '../modules/fulfilment/index.ts';
import { endUnpaid, type LockedOrder } from '../modules/orders/index.ts';
import { applyReport, findPayment, gatewayAmount, startPayment } from '../modules/payments/index.ts';
import { type HmScenario, isHmScenario, playHmOrder } from './demo-hm.ts';
import { assertAccepted, placeOrdersOf, reloadOrder, ship, unwrap } from './demo-steps.ts';

type Scenario =
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
  | HmScenario;

/** The demo member's past orders, oldest first: age, scenario, number of kinds and units. */
const ORDERS: readonly { ago: number; scenario: Scenario; kinds: number; units: number }[] = [
  { ago: 46 * DAY, scenario: 'done', kinds: 4, units: 20 },
  { ago: 31 * DAY, scenario: 'done', kinds: 2, units: 10 },
  { ago: 28 * DAY, scenario: 'hm-confirmed', kinds: 1, units: 4 },
  { ago: 20 * DAY, scenario: 'expired', kinds: 1, units: 5 },
  { ago: 18 * DAY, scenario: 'closed', kinds: 1, units: 6 },
  { ago: 14 * DAY, scenario: 'cancelled', kinds: 2, units: 4 },
  { ago: 13 * DAY, scenario: 'returned', kinds: 2, units: 8 },
  { ago: 12 * DAY, scenario: 'resending', kinds: 2, units: 10 },
  { ago: 10 * DAY, scenario: 'credit', kinds: 2, units: 10 },
  { ago: 8 * DAY, scenario: 'claimed', kinds: 2, units: 6 },
  { ago: 7 * DAY, scenario: 'hm-refused', kinds: 1, units: 5 },
  { ago: 6 * DAY, scenario: 'hm-sent', kinds: 1, units: 3 },
  { ago: 5 * DAY, scenario: 'shipped', kinds: 3, units: 10 },
  { ago: 4 * DAY, scenario: 'partly', kinds: 3, units: 10 },
  { ago: 3 * DAY, scenario: 'hm-owed', kinds: 1, units: 2 },
  { ago: 2 * DAY, scenario: 'paid', kinds: 2, units: 10 },
  { ago: 9 * HOUR, scenario: 'reviewing', kinds: 1, units: 5 },
  { ago: 5 * HOUR, scenario: 'transfer', kinds: 2, units: 5 },
  { ago: HOUR, scenario: 'unpaid', kinds: 2, units: 3 },
];

/** Seeds the demo member's orders: placed, paid, received and returned through the normal commands. */
export async function seedDemoOrders(db: Db, now: number, files: UploadStorage | undefined): Promise<void> {
  const buyer = await demoMember(db);
  const goods = { plain: await goodsFor(db, false), hm: await goodsFor(db, true) };
  const next = { plain: 0, hm: 0 };
  for (const { ago, scenario, kinds, units } of ORDERS) {
    const kind = isHmScenario(scenario) ? 'hm' : 'plain';
    const chosen = Array.from({ length: Math.min(kinds, goods[kind].length) }, (_, index) => {
      const goodsId = goods[kind][(next[kind] + index) % goods[kind].length]?.id ?? 0;
      return { goods_id: goodsId, number: units, type: 0 };
    });
    // A small demo may have no such goods.
    if (chosen.length === 0) continue;
    next[kind] += kinds;
    for (const order of await placeOrdersOf(db, buyer, chosen, now - ago)) {
      if (isHmScenario(scenario)) await playHmOrder(db, { buyer, order, scenario, at: now - ago, files });
      else await playOrder(db, buyer, order, scenario, now - ago);
    }
  }
}

/** Goods in stock that anybody may buy in any quantity; those with ephedrine, or those without. */
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

/** Advances an order to the state of its scenario. */
async function playOrder(
  db: Db,
  buyer: Member,
  order: LockedOrder,
  scenario: Exclude<Scenario, HmScenario>,
  at: number,
): Promise<void> {
  if (scenario === 'unpaid') return;
  if (scenario === 'cancelled') {
    const text = '订单已取消：商品选错了';
    return assertAccepted(await endUnpaid(db, order, { to: ORDER_STATE.cancelled, text, at: at + HOUR }));
  }
  if (scenario === 'expired') {
    const text = '超时未付款，订单已自动取消';
    return assertAccepted(await endUnpaid(db, order, { to: ORDER_STATE.expired, text, at: at + DAY }));
  }
  await pay(db, order, scenario === 'transfer' || scenario === 'credit' ? scenario : 'alipay', at + HOUR / 4);
  if (scenario === 'reviewing') {
    await db
      .updateTable('orders')
      .set({ status: ORDER_STATE.reviewing })
      .where('id', '=', order.id)
      .execute();
  }
  if (scenario === 'closed') {
    const text = '仓库盘点发现商品全部破损，订单已关闭';
    const closing = { text, at: at + DAY, byShop: true };
    return assertAccepted(await closePaid(db, await reloadOrder(db, order.id), closing));
  }
  if (scenario === 'paid' || scenario === 'reviewing' || scenario === 'transfer') return;
  await ship(db, order, scenario === 'partly', at + DAY);
  if (scenario === 'shipped' || scenario === 'partly') return;
  if (scenario === 'claimed')
    return claim(db, buyer, order, { kind: CLAIM_KIND.refundOnly, reason: '破损' }, at + 3 * DAY);
  const receipt = { site: SITE, now: at + 4 * DAY, text: '已确认收货' };
  assertAccepted(await confirmReceipt(db, await reloadOrder(db, order.id), receipt));
  if (scenario === 'returned') {
    await claim(
      db,
      buyer,
      order,
      { kind: CLAIM_KIND.returnGoods, reason: '质量问题', through: true },
      at + 5 * DAY,
    );
  }
  if (scenario === 'resending') {
    await claim(
      db,
      buyer,
      order,
      { kind: CLAIM_KIND.exchange, reason: '批号效期不符', accepted: true },
      at + 5 * DAY,
    );
  }
}

/** Parcel of the demo's exchanges. */
const PARCEL = { carrier: '演示物流', trackingNo: 'YS00000002' };
const NO_PAPERS = { files: [], companyId: 0 };

/** Creates a claim for one unit of the first line; staff accept it, or settle it. */
async function claim(
  db: Db,
  buyer: Member,
  order: LockedOrder,
  input: { kind: number; reason: string; accepted?: boolean; through?: boolean },
  at: number,
): Promise<void> {
  const [row] = await claimableOf(db, order.id);
  if (!row) throw new Error(`nothing to claim of order ${order.id}`);
  const family = input.kind < 10 ? 'return' : 'after_sales';
  const { id } = unwrap(
    await createClaim(
      db,
      buyer,
      family,
      {
        order_id: order.id,
        kind: input.kind,
        reason: input.reason,
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
    assertAccepted(await reviewClaim(db, open, verdict));
  };
  if (input.accepted !== true && input.through !== true) return;
  await judge('请寄回武汉仓，运费由我方承担', at + 2 * HOUR);
  if (input.through !== true) return;
  const open = await lockClaim(db, id, null);
  if (!open) throw new Error(`no claim ${id}`);
  assertAccepted(await shipClaim(db, open, { carrier: '演示快递', trackingNo: 'YS00000001' }, at + DAY));
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
  if ((await reloadOrder(db, order.id)).paid_at !== null) return;
  const input = { companyId: order.company_id, orderIds: [order.id], body: { method } };
  const { redirect } = unwrap(await startPayment(db, input, { site: SITE, now: at, gateways: SANDBOX }));
  if (redirect === null || !isGateway(method)) return;
  const gateway = await openSandbox(db, method);
  const payment = await findPayment(db, redirect.split('/').at(-1) ?? '');
  if (!payment) throw new Error(`no payment behind ${redirect}`);
  const amount = gatewayAmount(payment.amount_fen);
  const report = gateway.parseNotification(gateway.notification({ no: payment.no, amount, state: 'paid' }));
  if (report) unwrap(await applyReport(db, method, report, at + 60));
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
