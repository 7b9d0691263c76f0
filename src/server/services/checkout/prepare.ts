import { LINE_TYPE } from '#domain/cart-totals.ts';
import { type CheckoutLine, type CheckoutPlan, couponLines, planOrders } from '#domain/checkout.ts';
import type { CouponLine } from '#domain/coupon.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import { type Refused, refuse, refuseField } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';
import { type CartFacts, loadFacts } from '../cart/facts.ts';
import { priceFacts } from '../cart/price.ts';
import { categoryPaths, chooseCoupon, type HeldCoupon, openCoupons } from './coupons.ts';

/** A checkout, priced and planned: what the page shows and what an order freezes. */
export interface Prepared {
  facts: CartFacts[];
  plan: CheckoutPlan;
  coupons: HeldCoupon[];
  coupon: HeldCoupon | null;
  couponLines: CouponLine[];
  /** Flash sale that each line buys in, by line. */
  spikes: Map<number, number>;
}

/**
 * Prices the named cart lines as if exactly they were selected, and plans the orders. Refuses when a line is gone or
 * cannot be bought.
 * @param couponWish absent: the best coupon; 0: none
 */
export async function prepare(
  db: Db,
  buyer: Member,
  wish: { ids: readonly number[]; couponWish: number | undefined },
  circumstances: { site: Pick<SiteConfig, 'trade'>; now: number },
): Promise<Prepared | Refused> {
  const ids = [...new Set(wish.ids)];
  if (ids.length === 0) return refuseField('ids', '请选择要结算的商品');
  const facts = (await loadFacts(db, buyer, circumstances.now, { ids })).map(asSelected);
  if (facts.length !== ids.length) return refuseField('ids', '购物车已变化，请返回购物车重新选择');
  const { priced, terms, notices } = await priceFacts(db, buyer, facts, circumstances);
  const refused = refusalOf(facts, notices);
  if (refused) return refused;

  const coupons = await openCoupons(db, buyer.companyId, circumstances.now);
  const pathOf = coupons.some((coupon) => coupon.scope === 'category')
    ? await categoryPaths(db)
    : (id: number) => [id];
  const rows = new Map(facts.map((line) => [line.id, line]));
  const lines: CheckoutLine[] = priced.lines.flatMap((line) => {
    const row = rows.get(line.id);
    return row ? [{ ...line, ...checkoutFacts(row), categoryIds: pathOf(row.category_id) }] : [];
  });
  const asCouponsSee = couponLines(lines);
  const coupon = chooseCoupon(coupons, asCouponsSee, circumstances.now, wish.couponWish);
  return {
    facts,
    plan: planOrders(lines, coupon, terms),
    coupons,
    coupon,
    couponLines: asCouponsSee,
    spikes: new Map(
      priced.lines.flatMap((line) => {
        const spike = line.type === LINE_TYPE.spike ? rows.get(line.id)?.spike_id : null;
        return spike ? [[line.id, spike] as const] : [];
      }),
    ),
  };
}

function asSelected(line: CartFacts): CartFacts {
  return { ...line, selected: true };
}

function checkoutFacts(row: CartFacts) {
  return {
    goodsId: row.goods_id,
    brandId: row.brand_id,
    hm: row.hm,
    warehouseId: row.warehouse_id,
    isDpby: row.dpby_number !== null,
    qgNumber: row.dpby_number ?? row.min_number,
  };
}

function refusalOf(facts: readonly CartFacts[], notices: ReadonlyMap<number, string>): Refused | null {
  const messages = facts.flatMap((line) => {
    const notice = notices.get(line.id);
    return notice === undefined ? [] : [`${line.name}：${notice}`];
  });
  const [message] = messages;
  return message === undefined ? null : refuse('invalid', { message, data: { errors: { ids: messages } } });
}
