import type { CartGoods, CartLine, LineGift as LineGiftEntity } from '#generated/schemas.ts';
import type { PricedLine } from '#shop/domain/cart.ts';
import type { LineGift } from '#shop/domain/cart-gifts.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { toYuan } from '#shop/domain/money.ts';
import { quote } from '#shop/domain/price.ts';
import type { UnitOffer } from '#shop/domain/promotions/open.ts';
import { tagsOf } from '../../catalogue/index.ts';
import { leastQuantity, multipleOf } from '../../pricing/index.ts';
import { explanationAnswer } from './explain.ts';
import { type CartFacts, lineName, type PartFacts } from './facts.ts';
import type { LineGoods } from './line-goods.ts';

const GOODS_TYPES = { drug: 1, tcm: 2, device: 3, yx: 1 } as const;

/** How lines are shown: with prices or without, and what counts as near its expiry. */
export interface LineView {
  visible: boolean;
  nearBefore: string;
  giftGoods: ReadonlyMap<number, LineGoods>;
  /** General discounts that a plain line of this good has (the storewide factor). */
  offersOf: (row: CartFacts) => readonly UnitOffer[];
}

/** A line as the API answers it (schemas/shop/entities/cart-line). */
export function lineAnswer(
  row: CartFacts,
  line: PricedLine,
  notice: string | null,
  view: LineView,
): CartLine {
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
    gift_data: giftData(line, view),
    combination: row.parts.map((part) => partGoods(part, row, view)),
    goods: row.parts.length > 0 ? setGoods(row, line, notice, view) : lineGoods(row, line, notice, view),
    ladder_hint: visible ? line.ladderHint : null,
    sale_hint: visible ? line.saleHint : null,
    dpby_hint: line.dpbyHint,
    cartNum: row.number,
    zbz: row.parts.length > 0 ? 1 : row.zbz,
    ck_id: row.warehouse_id,
    ck_name: row.warehouse_name,
    explanation: visible ? explanationAnswer(line.explanation) : null,
    promotion_id: line.promotionId,
    set_name: line.setName,
    is_waiting: line.entry.purchasable && line.mendable ? 1 : 0,
  };
}

function giftData({ gifts, giftTotal }: PricedLine, { visible, giftGoods }: LineView): CartLine['gift_data'] {
  const kind = giftTotal > 0 ? 2 : 1;
  const type = gifts.length === 0 ? 0 : kind;
  return {
    total: visible ? toYuan(giftTotal) : 0,
    type,
    goods: gifts.map((gift) => giftAnswer(gift, giftGoods.get(gift.goodsId))),
  };
}

function giftAnswer(gift: LineGift, goods: LineGoods | undefined): LineGiftEntity {
  return {
    goods_id: gift.goodsId,
    name: gift.name,
    ypgg: goods?.spec ?? '',
    bzdw: goods?.unit ?? '',
    image: `/img/goods/${gift.goodsId}.svg`,
    number: gift.quantity,
    price: toYuan(gift.price),
    promotion_id: gift.promotionId,
    promotion_name: gift.promotionName,
  };
}

function lineGoods(row: CartFacts, line: PricedLine, notice: string | null, view: LineView): CartGoods {
  const step = line.type === LINE_TYPE.combination ? 1 : multipleOf(row);
  // An exchange is sold by its own offer, one by one.
  const least = line.type === LINE_TYPE.combination ? 1 : leastQuantity(row);
  return {
    ...goodsAnswer(row, row, view, line.type),
    multiple: step,
    qg_number: least,
    is_buy: line.purchasable ? 1 : 0,
    buy_notice: notice,
    sale_price: view.visible ? toYuan(line.price) : null,
    ...(line.type === LINE_TYPE.plain && view.visible ? plainPrices(row, view) : {}),
  };
}

/** A plain line's prices at each step of its ladder and below the first, with what general discounts make of them. */
function plainPrices(row: CartFacts, view: LineView): Pick<CartGoods, 'sale_price' | 'ladder_price'> {
  const steps = row.ladder.map((step) => ({
    number: step.number,
    price: Math.min(step.price_fen, row.base_fen),
  }));
  const offers = view.offersOf(row);
  const pricing = { basePrice: row.base_fen, offers };
  const at = (number: number) =>
    toYuan(quote({ ...pricing, ladder: { type: row.ladder_type, steps } }, number).price);
  return {
    sale_price: toYuan(quote({ ...pricing, ladder: { type: row.ladder_type, steps: [] } }, 1).price),
    ladder_price: steps.map(({ number }) => ({ number, price: at(number) })),
  };
}

/** A set in the shape of a good: its name, its price, and how many sets the warehouse's stock is enough for. */
function setGoods(row: CartFacts, line: PricedLine, notice: string | null, view: LineView): CartGoods {
  const stock = Math.min(...row.parts.map((part) => Math.floor(part.stock / part.each)));
  return {
    ...goodsAnswer(row, row, view, line.type),
    name: line.setName ?? lineName(row),
    sccj: '',
    ypgg: `${row.parts.reduce((sum, { each }) => sum + each, 0)} 件一组`,
    bzdw: '组',
    zbz: 1,
    multiple: 1,
    qg_number: 1,
    is_dpby: 0,
    dpby_number: null,
    is_free_shipping: 0,
    free_shipping_number: 0,
    base_price: view.visible ? toYuan(line.explanation.base) : null,
    is_buy: line.purchasable ? 1 : 0,
    buy_notice: notice,
    number: view.visible ? Math.max(0, stock) : 0,
    is_youx: line.entry.isYx ? 1 : 0,
    ladder_price: [],
    tags: [],
    sale_price: view.visible ? toYuan(line.price) : null,
  };
}

function partGoods(part: PartFacts, row: CartFacts, view: LineView): CartGoods {
  return { ...goodsAnswer(part, row, view, LINE_TYPE.combination), each: part.each };
}

function goodsAnswer(
  goods: LineGoods & { stock: number; expires: string | null },
  { warehouse_id }: CartFacts,
  view: LineView,
  type: number,
): CartGoods {
  const { visible } = view;
  return {
    id: goods.goods_id,
    name: goods.name,
    sccj: goods.maker,
    ypgg: goods.spec,
    bzdw: goods.unit,
    zbz: goods.zbz,
    multiple: multipleOf(goods),
    goods_image: [{ list: `/img/goods/${goods.goods_id}.svg` }],
    base_price: visible ? toYuan(goods.list_fen) : null,
    is_buy: goods.on_sale ? 1 : 0,
    buy_notice: null,
    number: visible ? goods.stock : 0,
    is_dpby: goods.dpby_number === null ? 0 : 1,
    dpby_number: goods.dpby_number,
    qg_number: leastQuantity(goods),
    is_youx: goods.yx ? 1 : 0,
    type,
    ladder_price: goods.ladder.map((step) => ({
      number: step.number,
      price: visible ? toYuan(Math.min(step.price_fen, goods.base_fen)) : null,
    })),
    ladder_price_type: goods.ladder_type,
    is_free_shipping: goods.dpby_number === null ? 0 : 1,
    free_shipping_number: goods.dpby_number ?? 0,
    // The line itself says that it is a flash sale's.
    tags: tagsOf({ ...goods, spike: null }, view.nearBefore),
    expires: goods.expires,
    ck_id: warehouse_id,
    each: 1,
  };
}
