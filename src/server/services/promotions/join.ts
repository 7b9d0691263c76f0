import { monthsAhead } from '#domain/calendar.ts';
import { planOrders } from '#domain/checkout.ts';
import type { Piece } from '#domain/checkout-pieces.ts';
import { offerOf, ofStage, openPromotions } from '#domain/promotions/open.ts';
import { quantityProblem } from '#domain/quantity.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import { type Answer, made, refuse, refuseField } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';
import { type GoodsFacts, goodsFacts, heldAt, heldStock } from '../cart/goods-facts.ts';
import { multipleOf, ownNotice } from '../cart/rules.ts';
import { shippingRules } from '../cart/shipping.ts';
import { lockCart } from '../cart/write.ts';
import { findAddress, makePurchase, writePurchase } from '../orders/create.ts';
import { lockStock } from '../orders/stock.ts';
import { loadPromotions } from './load.ts';
import { lockPromotions } from './take.ts';
import { openTeam } from './teams.ts';

/** A place in a group-buy is kept for so long without being paid. */
const PAY_WITHIN = 30 * 60;

/** What the buyer wants of a group-buy. */
export interface Joining {
  promotionId: number;
  number: number;
  addressId: number | undefined;
}

/**
 * Takes a place in a group-buy's team: an order of its own kind that is to be paid soon; it counts once it is paid
 * (domain §3 拼团). Run it in a transaction.
 */
export async function joinTeam(
  db: Db,
  buyer: Member,
  { promotionId, number, addressId }: Joining,
  { site, now }: { site: Pick<SiteConfig, 'trade'>; now: number },
): Promise<Answer<{ order_id: number }>> {
  await lockCart(db, buyer.companyId);
  const place = await db
    .selectFrom('promotion_goods')
    .where('promotion_id', '=', promotionId)
    .select(['id', 'goods_id'])
    .executeTakeFirst();
  if (!place) return refuse('notFound', { message: '拼团不存在或已结束' });
  await lockStock(db, [place.goods_id]);
  await lockPromotions(db, { promotionIds: [promotionId], offerIds: [place.id] });
  const found = await loadPromotions(db, { ids: [promotionId], companyId: buyer.companyId });
  const [promotion] = ofStage(openPromotions(found, now), 'team');
  const offer = promotion && offerOf(promotion, place.goods_id);
  const goods = (await goodsFacts(db, buyer, now, [place.goods_id])).get(place.goods_id);
  if (!promotion || !offer || offer.price === null || !goods) {
    const isComing = found.some(({ startsAt }) => startsAt > now);
    return refuse('notFound', { message: isComing ? '拼团还没有开始' : '拼团不存在或已结束' });
  }
  const stock = (await heldStock(db, [goods.goods_id], now)).get(
    heldAt(goods.goods_id, goods.home_id),
  )?.stock;
  const caps = [offer.allowance, goods.cap_month === null ? null : goods.cap_month - goods.bought_month];
  const limits = {
    minimum: goods.min_number,
    multiple: multipleOf(goods),
    stock: Math.min(stock ?? 0, offer.left ?? Infinity),
    perOrder: goods.cap_order,
    allowance: caps.reduce(
      (least, cap) => (cap === null || (least !== null && least < cap) ? least : cap),
      null,
    ),
  };
  const problem = ownNotice(goods, buyer) ?? quantityProblem(number, limits, goods.unit)?.text;
  if (problem) return refuseField('number', problem);
  const address = await findAddress(db, buyer.companyId, addressId ?? (await usualAddress(db, buyer)));
  if (!address) return refuseField('address_id', '请选择收货地址');
  const team = await openTeam(db, promotion, now);
  const plan = planOrders(
    [pieceOf(goods, offer.price, { number, promotionId, name: promotion.name, offerId: offer.id })],
    { coupon: null, vouchers: [] },
    { shipping: shippingRules(site.trade, 0), voucherShare: 0, now },
  );
  const id = await makePurchase(db, buyer, now);
  const purchase = {
    id,
    companyId: buyer.companyId,
    kind: 'group' as const,
    address,
    remark: '',
    now,
    payBefore: Math.min(now + PAY_WITHIN, team.endsAt),
    nearBefore: monthsAhead(now, site.trade.nearExpiryMonths),
  };
  const ids = await writePurchase(db, purchase, plan.orders, new Map([[goods.goods_id, goods]]));
  if (!Array.isArray(ids)) return ids;
  const [orderId] = ids;
  if (orderId === undefined) throw new Error('a place in a team made no order');
  await db
    .insertInto('team_places')
    .values({ order_id: orderId, team_id: team.id, company_id: buyer.companyId, number })
    .execute();
  return made({ order_id: orderId }, '已为您占位，请尽快付款');
}

/** The good as a checkout orders it, at the group-buy's price. */
function pieceOf(
  goods: GoodsFacts,
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
    number,
    price,
    amount,
    setReduce: 0,
    manjianReduce: 0,
    withCoupon: false,
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
    isDpby: false,
    qgNumber: 1,
    explanation: {
      base: goods.base_fen,
      number,
      steps: [{ ...step, amount: (price - goods.base_fen) * number }],
      missed: [],
      total: amount,
    },
  };
}

async function usualAddress(db: Db, { companyId }: Member): Promise<number> {
  const row = await db
    .selectFrom('addresses')
    .where('company_id', '=', companyId)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .select('id')
    .executeTakeFirst();
  return row?.id ?? 0;
}
