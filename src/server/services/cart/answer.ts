import type { PricedLine } from '#domain/cart.ts';
import { toYuan } from '#domain/money.ts';
import type { Cart, CartGoods, CartLine, SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';
import { monthsAhead } from '../catalogue/days.ts';
import { tagsOf } from '../goods/tags.ts';
import { type CartFacts, loadFacts } from './facts.ts';
import { type CartState, priceFacts } from './price.ts';
import { multipleOf } from './rules.ts';

const GOODS_TYPES = { drug: 1, tcm: 2, device: 3, yx: 1 } as const;

/** What `filters` may be: which lines the cart shows. Figures are always those of the whole cart. */
const FILTERS = [
  { value: 99_999, label: '全部', keeps: () => true },
  {
    value: 1,
    label: '可购买',
    keeps: (line: CartLine) => line.goods.is_buy === 1 && line.goods.buy_notice === null,
  },
  { value: 2, label: '失效与缺货', keeps: (line: CartLine) => line.goods.buy_notice !== null },
  { value: 3, label: '优惠中', keeps: (line: CartLine) => line.type === 1 || line.goods_manjian_amount > 0 },
] as const;

/** The company's cart as the API answers it (schemas/entities/cart). */
export async function cartAnswer(
  db: Db,
  buyer: Member,
  circumstances: { site: Pick<SiteConfig, 'trade'>; now: number },
  filter = 99_999,
): Promise<Cart> {
  const facts = await loadFacts(db, buyer, circumstances.now);
  const state = await priceFacts(db, buyer, facts, circumstances);
  const visible = buyer.role !== 'member';
  const nearBefore = monthsAhead(circumstances.now, circumstances.site.trade.nearExpiryMonths);
  const lines = toLines(state, { visible, nearBefore });
  const keeps = (FILTERS.find(({ value }) => value === filter) ?? FILTERS[0]).keeps;
  return {
    data: lines.filter(keeps),
    shipping_data: {
      shipping_amount: circumstances.site.trade.shippingFreeFrom,
      no_trans_order_amount: toYuan(state.terms.shipping.unshipped),
    },
    activity_data: { manjians: { manjians: visible ? tiersOf(state) : [] } },
    filter_data: FILTERS.map(({ value, label, keeps }) => ({
      value,
      label,
      count: lines.filter(keeps).length,
    })),
    summary: summaryOf(state, visible),
  };
}

/** How lines are shown: with prices or without, and what counts as near its expiry. */
interface View {
  visible: boolean;
  nearBefore: string;
}

function toLines({ facts, priced, notices }: CartState, view: View): CartLine[] {
  const byId = new Map(priced.lines.map((line) => [line.id, line]));
  return facts.flatMap((row) => {
    const line = byId.get(row.id);
    return line ? [toLine(row, line, notices.get(row.id) ?? null, view)] : [];
  });
}

function toLine(row: CartFacts, line: PricedLine, notice: string | null, view: View): CartLine {
  const { visible } = view;
  return {
    id: row.id,
    type: line.type,
    goods_type: GOODS_TYPES[row.tree],
    number: row.number,
    price: visible ? toYuan(line.price) : null,
    amount: visible ? toYuan(line.amount) : null,
    is_selected: line.selected ? 1 : 0,
    with_coupon: line.withCoupon ? 1 : 0,
    goods_manjian_amount: visible ? toYuan(line.manjianAmount) : 0,
    gift_data: { total: 0, type: 0 },
    combination: [],
    goods: toGoods(row, line, notice, view),
    ladder_hint: visible ? line.ladderHint : null,
    dpby_hint: line.dpbyHint,
    ck_id: row.warehouse_id,
    ck_name: row.warehouse_name,
  };
}

function toGoods(row: CartFacts, line: PricedLine, notice: string | null, view: View): CartGoods {
  const { visible } = view;
  return {
    id: row.goods_id,
    name: row.name,
    sccj: row.maker,
    ypgg: row.spec,
    bzdw: row.unit,
    zbz: row.zbz,
    multiple: multipleOf(row),
    minimum: row.min_number,
    goods_image: [{ list: `/img/goods/${row.goods_id}.svg` }],
    base_price: visible ? toYuan(row.base_fen) : null,
    is_buy: line.purchasable ? 1 : 0,
    buy_notice: notice,
    number: visible ? row.stock : 0,
    is_dpby: row.dpby_number === null ? 0 : 1,
    qg_number: row.dpby_number ?? row.min_number,
    is_youx: row.yx ? 1 : 0,
    type: line.type,
    ladder_price: row.ladder.map((step) => ({
      number: step.number,
      price: visible ? toYuan(Math.min(step.price_fen, row.base_fen)) : null,
    })),
    ladder_price_type: row.ladder_type,
    is_free_shipping: row.dpby_number === null ? 0 : 1,
    free_shipping_number: row.dpby_number ?? 0,
    tags: tagsOf({ ...row, spike: row.spike_id }, view.nearBefore),
    expires: row.expires,
    ck_id: row.warehouse_id,
  };
}

function tiersOf({ priced }: CartState): Cart['activity_data']['manjians']['manjians'] {
  return priced.tiers.map((tier) => ({
    id: tier.id,
    name: tier.name,
    amount: toYuan(tier.amount),
    reduce: toYuan(tier.reduce),
    status: tier.met ? 1 : 0,
  }));
}

function summaryOf({ priced }: CartState, visible: boolean): Cart['summary'] {
  const { totals } = priced;
  const yuan = (fen: number) => (visible ? toYuan(fen) : 0);
  return {
    total_number: totals.number,
    kinds: totals.kinds,
    selected_kinds: totals.selectedIds.length,
    selected_number: totals.selectedNumber,
    all_selected: totals.allSelected,
    total: yuan(totals.total),
    selected_total: yuan(totals.selectedTotal),
    coupon_total: yuan(totals.couponTotal),
    manjian_reduce: yuan(totals.manjianReduce),
    shipping_remaining: yuan(priced.shippingRemaining),
    shipping_hint: visible ? priced.shippingHint : null,
    manjian_hint: visible ? priced.manjianHint : null,
    selected_ids: totals.selectedIds,
  };
}
