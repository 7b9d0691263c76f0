import type { Cart, CartLine } from '#generated/schemas.ts';
import { cartDiscountsForgone } from '#shop/domain/cart-coupon.ts';
import { fillNearest } from '#shop/domain/cart-fill.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { nearExpiryLimit } from '#shop/domain/near-expiry.ts';
import { openPromotions, unitOffers } from '#shop/domain/promotions/open.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { holdsCoupon, promotionUrl } from '../../promotions/index.ts';
import { cartChanges } from './changes.ts';
import { type CartFacts, loadCartFacts } from './facts.ts';
import { type LineView, lineAnswer } from './line-answer.ts';
import { type CartState, entryOf, type PricingContext, priceFacts } from './price.ts';
import { fitLine } from './rules.ts';

/** Values of `filters`: which lines the cart shows. Figures are always those of the whole cart. */
const FILTERS = [
  { value: 99_999, label: '全部', keeps: () => true },
  {
    value: 1,
    label: '可购买',
    keeps: (line: CartLine) => line.goods.is_buy === 1 && line.goods.buy_notice === null,
  },
  { value: 2, label: '暂不能买', keeps: (line: CartLine) => line.goods.buy_notice !== null },
  {
    value: 3,
    label: '优惠中',
    keeps: (line: CartLine) => (line.explanation?.steps.length ?? 0) > 0 || line.gift_data.type > 0,
  },
] as const;

/** The company's cart as the API answers it (schemas/shop/entities/cart). */
export async function cartAnswer(
  db: Db,
  buyer: Member,
  context: PricingContext,
  filter = 99_999,
): Promise<Cart> {
  const facts = await loadCartFacts(db, buyer, context.now);
  const state = await priceFacts(db, buyer, facts, context);
  const visible = buyer.role !== 'member';
  const lines = toLines(state, viewOf(state, visible, context));
  const keeps = (FILTERS.find(({ value }) => value === filter) ?? FILTERS[0]).keeps;
  return {
    data: lines.filter(keeps),
    shipping_data: {
      shipping_amount: context.site.constants.trade.shippingFreeFrom,
      no_trans_order_amount: toYuan(state.terms.shipping.site.unshipped),
      yx_shipping_amount: context.site.constants.trade.yxShippingFreeFrom,
    },
    activity_data: { manjians: { manjians: visible ? tiersOf(state) : [] } },
    filter_data: FILTERS.map(({ value, label, keeps }) => ({
      value,
      label,
      count: lines.filter(keeps).length,
    })),
    summary: summaryOf(state, visible, await couponHint(db, buyer, state)),
    changes: visible ? cartChanges(facts, buyer) : [],
    empty_text: lines.length === 0 ? '购物车空空如也~' : '这个筛选下没有商品',
  };
}

function viewOf({ terms, giftGoods }: CartState, visible: boolean, { site, now }: PricingContext): LineView {
  const open = openPromotions(terms.promotions, now);
  return {
    visible,
    nearBefore: nearExpiryLimit(now, site),
    giftGoods,
    offersOf: (row: CartFacts) =>
      unitOffers(open, entryOf(row, true)).filter(({ effect }) => !effect.replaces),
  };
}

function toLines({ facts, priced, notices }: CartState, view: LineView): CartLine[] {
  const byId = new Map(priced.lines.map((line) => [line.id, line]));
  return facts.flatMap((row) => {
    const line = byId.get(row.id);
    return line ? [lineAnswer(row, line, notices.get(row.id) ?? null, view)] : [];
  });
}

function tiersOf({ priced }: CartState): Cart['activity_data']['manjians']['manjians'] {
  return priced.tiers.map((tier) => ({
    id: tier.id,
    name: tier.name,
    amount: toYuan(tier.amount),
    reduce: toYuan(tier.reduce),
    status: tier.met ? 1 : 0,
    next: tier.next ? 1 : 0,
  }));
}

/**
 * Hint on what using a coupon would cost, for companies that have one (domain §3); the checkout compares each coupon
 * with none.
 */
async function couponHint(db: Db, { companyId }: Member, state: CartState): Promise<string | null> {
  const forgone = cartDiscountsForgone(state.entries, state.terms, state.priced);
  if (forgone === 0 || !(await holdsCoupon(db, companyId, state.terms.now))) return null;
  return `用券时不享受福利折扣，商品合计多 ${formatFen(forgone)}；核对订单时默认选更省的`;
}

/** Pricing a larger cart again, as finding what fills it does, would take as long as the rest of its answer. */
const MAX_FILLED_LINES = 100;

/** What to buy more of, and how many, for what `manjian_hint` says is missing. */
function fillOf({
  priced,
  entries,
  terms,
  facts,
}: CartState): NonNullable<Cart['summary']['manjian_fill']> | null {
  if (facts.length > MAX_FILLED_LINES) return null;
  const rows = new Map(facts.map((row) => [row.id, row]));
  const fill = fillNearest(priced, entries, terms, (id, quantity) => {
    const row = rows.get(id);
    return row ? fitLine(row, facts, quantity) : 0;
  });
  const row = fill && rows.get(fill.lineId);
  return row ? { id: row.id, number: fill.quantity, more: fill.more, name: row.name, unit: row.unit } : null;
}

function summaryOf(state: CartState, visible: boolean, hint: string | null): Cart['summary'] {
  const { priced } = state;
  const { totals } = priced;
  const yuan = (fen: number) => (visible ? toYuan(fen) : 0);
  return {
    total_number: totals.quantity,
    kinds: totals.kinds,
    selected_kinds: totals.selectedIds.length,
    selected_number: totals.selectedQuantity,
    all_selected: totals.allSelected,
    total: yuan(totals.total),
    selected_total: yuan(totals.selectedTotal),
    coupon_total: yuan(totals.couponTotal),
    coupon_hint: visible ? hint : null,
    manjian_reduce: yuan(totals.manjianReduce),
    shipping_remaining: yuan(priced.shipping.site.remaining),
    shipping_hint: visible ? priced.shipping.site.hint : null,
    yx_shipping_remaining: yuan(priced.shipping.yx.remaining),
    yx_shipping_hint: visible ? priced.shipping.yx.hint : null,
    hm_shipping_remaining: yuan(priced.shipping.hm.remaining),
    hm_shipping_hint: visible ? priced.shipping.hm.hint : null,
    manjian_hint: visible ? priced.manjianHint : null,
    manjian_fill: visible ? fillOf(state) : null,
    more_hints: visible
      ? priced.moreHints.map(({ kind, promotionId, text }) => ({
          text,
          url: promotionUrl(kind, promotionId),
        }))
      : [],
    selected_ids: totals.selectedIds,
  };
}
