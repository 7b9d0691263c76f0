import type { Calls } from '#generated/calls.ts';
import { type CheckoutPlan, planOrders } from '#shop/domain/checkout.ts';
import type { Piece } from '#shop/domain/checkout-pieces.ts';
import { type Fen, toYuan } from '#shop/domain/money.ts';
import { nearExpiryLimit } from '#shop/domain/near-expiry.ts';
import { offerOf, ofStage, openPromotions } from '#shop/domain/promotions/open.ts';
import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { quantityProblem } from '#shop/domain/quantity.ts';
import type { ShippingRules } from '#shop/domain/shipping.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import {
  goodsNotice,
  type LineGoods,
  lineGoods,
  lockCart,
  plainEntry,
  shippingRules,
} from '../../cart/index.ts';
import { piecesOf } from '../../checkout/index.ts';
import { lockStock, stockIn } from '../../inventory/index.ts';
import { findAddress, makePurchase, nextIds, writePurchase } from '../../orders/index.ts';
import { multipleOf } from '../../pricing/index.ts';
import { loadPromotions, lockPromotions } from '../../promotions/index.ts';
import { openTeam } from './teams.ts';

/** Seconds that an unpaid seat in a group-buy is reserved. */
const PAYMENT_TIME = 30 * 60;

const OVER = '拼团不存在或已结束';
const NO_ADDRESS = '请选择收货地址';

/** Input of joining a group-buy. */
export interface JoinInput {
  promotionId: number;
  number: number;
  addressId: number | undefined;
}

type Terms = SiteTerms;
type Estimate = Calls['activity.joinEstimate']['data'];

/**
 * Reserves a seat in a group-buy's team: an order of the kind `group` with a short payment deadline; it counts once paid
 * (domain §3 拼团). Run it in a transaction.
 */
export async function joinTeam(
  db: Db,
  buyer: Member,
  input: JoinInput,
  { site, now }: { site: Terms; now: number },
): Promise<Answer<{ order_id: number }>> {
  const { promotionId, number, addressId } = input;
  await lockCart(db, buyer.companyId);
  const offered = await groupBuyOffer(db, promotionId);
  if (!offered) return refuse('notFound', { message: OVER });
  await lockStock(db, [offered.goods_id]);
  await lockPromotions(db, { promotionIds: [promotionId], offerIds: [offered.id] });
  const seat = await planSeat(db, buyer, { ...input, goodsId: offered.goods_id }, { site, now });
  if ('refusal' in seat) return seat;
  const { promotion, goods, plan, terms } = seat;
  const address = await findAddress(db, buyer.companyId, addressId ?? (await defaultAddressId(db, buyer)));
  if (!address) return refuseField('address_id', NO_ADDRESS);
  const team = await openTeam(db, promotion, now);
  const taken = await nextIds(db, { orders: 1, lines: 1 });
  await makePurchase(db, buyer, { id: taken.purchase, now, terms });
  const purchase = {
    ids: taken,
    companyId: buyer.companyId,
    kind: 'group' as const,
    address,
    remark: '',
    now,
    payBefore: Math.min(now + PAYMENT_TIME, team.endsAt),
    nearBefore: nearExpiryLimit(now, site),
  };
  const orders = plan.orders.map((order) => ({ ...order, joint: false, free: order.payable === 0 }));
  const ids = await writePurchase(db, purchase, orders, new Map([[goods.goods_id, goods]]));
  if (!Array.isArray(ids)) return ids;
  const [orderId] = ids;
  if (orderId === undefined) throw new Error('a seat in a team made no order');
  await db
    .insertInto('team_places')
    .values({ order_id: orderId, team_id: team.id, company_id: buyer.companyId, number })
    .execute();
  return made({ order_id: orderId }, '已为您占位，请尽快付款');
}

/** Estimates the price of a seat, or why it cannot be taken; nothing is stored. */
export async function estimateSeat(
  db: Db,
  buyer: Member,
  { number, ...input }: Omit<JoinInput, 'number'> & { number: number | undefined },
  terms: { site: Terms; now: number },
): Promise<Answer<Estimate>> {
  const offered = await groupBuyOffer(db, input.promotionId);
  if (!offered) return refuse('notFound', { message: OVER });
  if (number === undefined) return ok({ words: [], amounts: [], problem: '' });
  const seat = await planSeat(db, buyer, { ...input, number, goodsId: offered.goods_id }, terms);
  if ('refusal' in seat) return ok({ words: [], amounts: [], problem: seat.message });
  const { plan, goods, offer } = seat;
  const address = await findAddress(
    db,
    buyer.companyId,
    input.addressId ?? (await defaultAddressId(db, buyer)),
  );
  if (!address) return ok({ words: [], amounts: [], problem: NO_ADDRESS });
  const amount = (id: string, label: string, fen: Fen, strong = false) => ({
    id,
    label,
    amount: toYuan(fen),
    strong,
  });
  return ok({
    words: offer.allowance === null ? [] : [`每家限购，您还可拼 ${offer.allowance} ${goods.unit}`],
    amounts: [
      amount('goods', `货款（${number} ${goods.unit}）`, plan.goodsAmount),
      amount('shipping', '运费', plan.shippingFee),
      amount('payable', '应付', plan.payable, true),
    ],
    problem: '',
  });
}

/** The offer of a group-buy. */
function groupBuyOffer(db: Db, promotionId: number) {
  return db
    .selectFrom('promotion_goods')
    .where('promotion_id', '=', promotionId)
    .select(['id', 'goods_id'])
    .executeTakeFirst();
}

/** Plans the order of a seat, or refuses it. Lock the rows that it depends on first where the result is stored. */
async function planSeat(
  db: Db,
  buyer: Member,
  { promotionId, number, goodsId }: JoinInput & { goodsId: number },
  { site, now }: { site: Terms; now: number },
) {
  const found = await loadPromotions(db, { ids: [promotionId], companyId: buyer.companyId });
  const [promotion] = ofStage(openPromotions(found, now), 'team');
  const offer = promotion && offerOf(promotion, goodsId);
  const goods = (await lineGoods(db, buyer, now, [goodsId])).get(goodsId);
  if (!promotion || !offer || offer.price === null || !goods) {
    const isComing = found.some(({ startsAt }) => startsAt > now);
    return refuse('notFound', { message: isComing ? '拼团还没有开始' : OVER });
  }
  const caps = [offer.allowance, goods.cap_month === null ? null : goods.cap_month - goods.bought_month];
  const limits = {
    minimum: goods.min_number,
    multiple: multipleOf(goods),
    stock: Math.min(stockIn(goods.batches, goods.home_id).stock, offer.left ?? Infinity),
    perOrder: goods.cap_order,
    allowance: caps.reduce(
      (least, cap) => (cap === null || (least !== null && least < cap) ? least : cap),
      null,
    ),
  };
  const barred = goodsNotice(goods, buyer);
  if (barred !== null) return refuseField('id', barred);
  const problem = quantityProblem(number, limits, goods.unit)?.text;
  if (problem) return refuseField('number', problem);
  const shipping = shippingRules(site.constants.trade, 0);
  const plan = planOrders(
    [pieceOf(goods, offer.price, { number, promotionId, name: promotion.name, offerId: offer.id })],
    { coupon: null, vouchers: [] },
    { shipping, voucherShare: 0, now },
  );
  return { promotion, offer, goods, plan, terms: termsOf(plan, goods, { number, shipping, now }) };
}

/** What a seat's price depends on: the team, and the company's usual price without it. */
function termsOf(
  { orders }: CheckoutPlan,
  goods: LineGoods,
  { number, shipping, now }: { number: number; shipping: ShippingRules; now: number },
): PurchaseTerms {
  const pieces = piecesOf(orders.flatMap(({ lines }) => lines));
  const [line] = orders.flatMap(({ lines }) => lines);
  return {
    // A seat is shipped on its own: free shipping of a single good does not apply.
    entries: [{ ...plainEntry(goods, number), dpbyNumber: null }],
    giftEntries: [],
    goods: [],
    cart: { promotions: [], giftStock: [], shipping, couponed: false, now },
    coupon: null,
    vouchers: [],
    voucherShare: 0,
    teamPrice: line?.price ?? null,
    pieces,
  };
}

/** The good as a piece of a checkout, at the group-buy's price. */
function pieceOf(
  goods: LineGoods,
  price: number,
  {
    number,
    promotionId,
    name,
    offerId,
  }: { number: number; promotionId: number; name: string; offerId: number },
): Piece {
  const amount = price * number;
  const step = { kind: 'group', label: name, promotionId, price };
  return {
    key: 0,
    lineId: 0,
    goodsId: goods.goods_id,
    quantity: number,
    price,
    amount,
    setReduce: 0,
    manjianReduce: 0,
    withCoupon: false,
    eligible: 0,
    gift: false,
    hm: false,
    warehouseId: goods.home_id,
    promotionId,
    offerId,
    setNo: null,
    sets: null,
    setName: name,
    brandId: goods.brand_id,
    categoryIds: [],
    isYx: goods.yx,
    dpbyNumber: null,
    explanation: {
      base: goods.base_fen,
      number,
      steps: [{ ...step, amount: (price - goods.base_fen) * number }],
      missed: [],
      total: amount,
    },
  };
}

async function defaultAddressId(db: Db, { companyId }: Member): Promise<number> {
  const row = await db
    .selectFrom('addresses')
    .where('company_id', '=', companyId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .select('id')
    .executeTakeFirst();
  return row?.id ?? 0;
}
