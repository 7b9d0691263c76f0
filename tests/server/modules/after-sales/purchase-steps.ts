import { giveVoucher } from '#server/modules/promotions/vouchers/give.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { toFen } from '#shop/domain/money.ts';
import type { PurchaseCase } from '../../../shop/domain/purchase-vectors.ts';
import { order } from '../../support/buyer.ts';
import { makeCoupon, makeGoods, openPromotion } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { type Counter, shipAll } from './staff.ts';

/** What cancelling an order would give back, as its page says. */
export async function estimateCancel({ buyer }: Counter, id: number) {
  return (await buyer.call('order.cancelEstimate', { params: { id } })).data;
}

/** Cancels a paid order: asked for by its buyer with what the page says, granted by staff. */
export async function cancelPaid(counter: Counter, id: number): Promise<void> {
  const { total } = await estimateCancel(counter, id);
  const body = { reason: '不需要了', refund: total };
  const asked = await counter.buyer.call('order.askCancel', { params: { id }, body });
  if (asked.code !== 200) throw new Error(asked.message);
  const judged = { params: { id }, body: { accepted: 1, reply: '' } } as const;
  const granted = await counter.ops.call('ops-order.judgeCancel', judged);
  if (granted.code !== 200) throw new Error(granted.message);
}

/** What waits for shipment counts towards free shipping of the next order: a case without is sent on first. */
export async function sendOff(counter: Counter): Promise<void> {
  const waiting = await counter.shop.db.selectFrom('orders').where('status', '=', 30).select('id').execute();
  for (const { id } of waiting) await shipAll(counter, id);
}

/** Puts a case's purchase together as a buyer does; answers its orders and its goods' ids. */
export async function buyCase(
  { shop, buyer, company, address_id }: Counter,
  input: PurchaseCase,
): Promise<{ ids: number[]; goods: Map<string, number> }> {
  const { db } = shop;
  const goods = new Map<string, number>();
  for (const [name, { number: _number, exchange: _exchange, ...good }] of Object.entries(input.goods)) {
    goods.set(name, await makeGoods(db, { ...good, stock: 1000 }));
  }
  const idOf = (name: string) => goods.get(name) ?? 0;
  let promotion = 0;
  for (const { kind, rule, goods: offered } of input.promotions ?? []) {
    const offers = Object.entries(offered).map(([name, offer]) => ({ goods_id: idOf(name), ...offer }));
    promotion = await openPromotion(db, kind, rule, offers);
  }
  const lines = Object.entries(input.goods).map(([name, { number, exchange }]) => ({
    goods_id: idOf(name),
    number,
    ...(exchange ? { type: 3, goods_price_id: promotion } : {}),
  }));
  const sets = { goods_id: idOf('a'), number: input.sets ?? 0, type: 3, goods_price_id: promotion };
  const params = [...lines, sets].filter(({ number }) => number > 0);
  const { data } = await buyer.call('cart.add', { body: { params } });
  const coupon_id = input.coupon ? await makeCoupon(db, company, input.coupon) : 0;
  const voucher_ids = input.voucher === undefined ? [] : [await voucherOf(db, company, input.voucher)];
  const placed = await order(buyer, { ids: data.ids, address_id, coupon_id, voucher_ids });
  if (!placed.data?.ids) throw new Error(placed.message);
  return { ids: placed.data.ids, goods };
}

function voucherOf(db: Counter['shop']['db'], companyId: number, yuan: number): Promise<number> {
  const window = { startsAt: START - 1, endsAt: START + DAY, now: START };
  return giveVoucher(db, { companyId, name: '现金券', amount: toFen(yuan), ...window });
}
