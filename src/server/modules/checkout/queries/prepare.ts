import type { PlannedLine } from '#shop/domain/checkout.ts';
import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import {
  type CartFacts,
  cartLines,
  type LineGoods,
  loadCartFacts,
  loadPricingInputs,
  priceFacts,
  type WrittenLine,
} from '../../cart/index.ts';
import { categoryPaths, type HeldCoupon, type HeldVoucher, openRights } from '../../promotions/index.ts';
import { type CheckoutResult, chooseDiscounts } from '../rules/choose-discounts.ts';
import { purchaseTerms } from '../rules/terms.ts';

/** A checkout, priced and planned: what the page shows and what an order freezes. */
export interface PreparedCheckout extends CheckoutResult {
  facts: CartFacts[];
  /** All lines to be ordered, with their shares of reductions; `key` identifies a line within the checkout. */
  lines: PlannedLine[];
  coupons: HeldCoupon[];
  heldVouchers: HeldVoucher[];
  voucherShare: number;
  /** Every good of the checkout, those in sets and gifts too. */
  goods: ReadonlyMap<number, LineGoods>;
  /** All that its prices depend on. */
  terms: PurchaseTerms;
}

/** Cart lines to check out, with the coupon and vouchers that the buyer chose. */
export interface CheckoutInput {
  ids: readonly number[];
  /** Absent: the best coupon; 0: none. */
  requestedCouponId: number | undefined;
  /** Absent: the proposed ones. */
  requestedVoucherIds: readonly number[] | undefined;
}

/** A company's cart and the amount of the orders that count towards its free shipping, both locked. */
export interface LockedCart {
  written: readonly WrittenLine[];
  unshipped: number;
}

/**
 * Prices the named cart lines as if exactly they were selected, and plans the orders. Refuses when a line is gone or
 * cannot be bought.
 * @param before what the caller has read under its locks
 */
export async function prepareCheckout(
  db: Db,
  buyer: Member,
  input: CheckoutInput,
  context: { site: SiteTerms; now: number },
  before?: LockedCart,
): Promise<PreparedCheckout | Refused> {
  const { site, now } = context;
  const ids = [...new Set(input.ids)];
  if (ids.length === 0) return refuseField('ids', '请选择要结算的商品');
  const lines = (before?.written ?? (await cartLines(db, buyer.companyId))).filter(({ id }) =>
    ids.includes(id),
  );
  const [read, inputs, { coupons, vouchers: heldVouchers }] = await Promise.all([
    loadCartFacts(db, buyer, now, null, { lines }),
    loadPricingInputs(db, buyer, lines, now, before?.unshipped),
    openRights(db, buyer.companyId, now),
  ]);
  const facts = read.map(asSelected);
  if (facts.length !== ids.length) return refuseField('ids', '购物车已变化，请返回购物车重新选择');
  const state = await priceFacts(db, buyer, facts, context, inputs);
  const { entries, terms, notices, giftGoods } = state;
  const refused = refusalOf(facts, notices);
  if (refused) return refused;

  const goods = new Map(giftGoods);
  for (const line of facts) for (const one of [line, ...line.parts]) goods.set(one.goods_id, one);
  const pathOf = coupons.some((coupon) => coupon.scope === 'category')
    ? await categoryPaths(db)
    : (id: number) => [id];
  const goodsOf = (id: number) => {
    const one = goods.get(id);
    return { brandId: one?.brand_id ?? null, categoryIds: one ? pathOf(one.category_id) : [] };
  };
  const { requestedCouponId, requestedVoucherIds } = input;
  const rights = { coupons, vouchers: heldVouchers, requestedCouponId, requestedVoucherIds };
  const result = chooseDiscounts(entries, terms, goodsOf, rights, site.constants.trade.voucherMaxShare);
  return {
    ...result,
    facts,
    lines: result.plan.orders.flatMap((order) => order.lines),
    coupons,
    heldVouchers,
    voucherShare: site.constants.trade.voucherMaxShare,
    goods,
    terms: purchaseTerms(state, result, { goodsOf, voucherShare: site.constants.trade.voucherMaxShare }),
  };
}

function asSelected(line: CartFacts): CartFacts {
  return { ...line, selected: true };
}

function refusalOf(facts: readonly CartFacts[], notices: ReadonlyMap<number, string>): Refused | null {
  const messages = facts.flatMap((line) => {
    const notice = notices.get(line.id);
    return notice === undefined ? [] : [`${line.name}：${notice}`];
  });
  const [message] = messages;
  return message === undefined ? null : refuse('invalid', { message, data: { errors: { ids: messages } } });
}
