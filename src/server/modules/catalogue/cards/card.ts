import type { GoodsCard, Spike } from '#generated/schemas.ts';
import { type Fen, toYuan } from '#shop/domain/money.ts';
import { isNearExpiry } from '#shop/domain/near-expiry.ts';
import { type Pricing, quote } from '#shop/domain/price.ts';
import { type OpenPromotion, unitOffers } from '#shop/domain/promotions/open.ts';
import { quantityProblem } from '#shop/domain/quantity.ts';
import { applyStatusOf, leastQuantity, multipleOf, type Viewer } from '../../pricing/index.ts';
import type { CardExtras } from './card-extras.ts';
import type { CardFacts } from './facts.ts';
import { saleName, tagsOf } from './tags.ts';

/** What all cards of a request depend on: the viewer, the time (s) and the limit of near expiry. */
export interface CardContext {
  viewer: Viewer;
  now: number;
  /** `YYYY-MM-DD`; what expires up to then is near its expiry. */
  nearBefore: string;
}

/** Base price, ladder and offers of a good, in fen. A ladder step never costs more than the company's own price. */
export function pricingOf(facts: CardFacts, promotions: readonly OpenPromotion[]): Pricing {
  const { base_fen, ladder, ladder_type, id: goodsId, hm, controlled } = facts;
  return {
    basePrice: base_fen,
    ladder: {
      type: ladder_type,
      steps: ladder.map(({ number, price_fen }) => ({ number, price: Math.min(price_fen, base_fen) })),
    },
    offers: unitOffers(promotions, { goodsId, hm, controlled }),
  };
}

/** The same pricing without flash sales; general discounts stay. */
function withoutSales(pricing: Pricing): Pricing {
  return { ...pricing, offers: pricing.offers.filter(({ effect }) => !effect.replaces) };
}

/** The ladder's prices as they are paid: with general discounts, without flash sales. */
export function ladderOf(pricing: Pricing): { number: number; price: Fen }[] {
  const ordinary = withoutSales(pricing);
  return pricing.ladder.steps.map(({ number }) => ({ number, price: quote(ordinary, number).price }));
}

/** Id of a ladder step, which the cart takes as `ladder_price_id`. */
function idOfStep({ ladder }: CardFacts, number: number): { id?: number } {
  const step = ladder.find((candidate) => candidate.number === number);
  return step ? { id: step.id } : {};
}

/** Why this good's price is not shown to the viewer; null when it is. */
export function priceNoticeOf(facts: CardFacts, viewer: Viewer): string | null {
  if (!viewer.seesPrices) return viewer.priceNotice;
  return facts.controlled && !facts.has_rights ? '控销商品，申请后可见' : null;
}

const APPLY_NOTICES: Readonly<Record<NonNullable<GoodsCard['apply_status']>, string>> = {
  none: '控销商品，请先申请采购',
  pending: '采购申请审核中',
  rejected: '采购申请未通过，可再次申请',
  expired: '采购权限已到期，请重新申请',
  approved: '',
};

/** Why this good cannot be bought by the viewer now; null when it can. */
function buyNoticeOf(facts: CardFacts, viewer: Viewer, now: number): string | null {
  if (!facts.on_sale) return '商品已下架';
  if (viewer.buyNotice) return viewer.buyNotice;
  if (viewer.scopes && !viewer.scopes.includes(facts.scope)) return '超出您的经营范围';
  if (facts.controlled && !facts.has_rights)
    return APPLY_NOTICES[applyStatusOf(facts, viewer, now) ?? 'none'];
  const least = leastQuantity(facts);
  const limits = {
    minimum: facts.min_number,
    multiple: multipleOf(facts),
    stock: facts.stock ?? 0,
    perOrder: null,
    allowance: null,
  };
  return quantityProblem(least, limits, facts.unit)?.text ?? null;
}

function stockText(stock: number, zbz: number): string {
  if (stock <= 0) return '缺货';
  return stock < zbz * 3 ? '库存紧张' : '有货';
}

/** States in which a buyer may apply: one request at a time, and none for a good that may be bought already. */
const MAY_APPLY = new Set(['none', 'rejected', 'expired']);

/** A good as lists show it. Values that the viewer may not see are null. */
export function cardOf(facts: CardFacts, cardContext: CardContext, extras: CardExtras = {}): GoodsCard {
  const { viewer, now, nearBefore } = cardContext;
  const priceNotice = priceNoticeOf(facts, viewer);
  const shown = priceNotice === null;
  const yuan = (fen: Fen | null) => (shown && fen !== null ? toYuan(fen) : null);
  const pricing = pricingOf(facts, extras.promotions ?? []);
  const least = leastQuantity(facts);
  const { price } = quote(pricing, least);
  const buyNotice = buyNoticeOf(facts, viewer, now);
  const stock = facts.stock ?? 0;
  const applyStatus = applyStatusOf(facts, viewer, now);
  return {
    id: facts.id,
    code: facts.code,
    name: facts.name,
    sccj: facts.maker,
    ypgg: facts.spec,
    bzdw: facts.unit,
    dosage_form: facts.dosage_form,
    approval_number: facts.approval_number,
    image: `/img/goods/${facts.id}.svg`,
    zbz: facts.zbz,
    jzl: facts.jzl,
    multiple: multipleOf(facts),
    price: yuan(price),
    original_price: price < facts.base_fen ? yuan(facts.base_fen) : null,
    retail_price: yuan(facts.retail_fen),
    price_notice: priceNotice,
    number: shown ? stock : null,
    stock_text: shown ? stockText(stock, facts.zbz) : (priceNotice ?? ''),
    is_buy: buyNotice === null ? 1 : 0,
    buy_notice: buyNotice,
    qg_number: least,
    ck_id: facts.warehouse_id,
    ladder_price: ladderOf(pricing).map(({ number, price: step }) => ({
      ...idOfStep(facts, number),
      number,
      price: yuan(step),
    })),
    ladder_price_type: facts.ladder_type,
    tags: tagsOf(facts, nearBefore, extras),
    expires: facts.expires,
    sales: facts.sales,
    is_favorite: facts.favorite ? 1 : 0,
    is_youx: facts.yx ? 1 : 0,
    is_dpby: facts.dpby_number === null ? 0 : 1,
    dpby_number: facts.dpby_number,
    brand_id: facts.brand_id,
    origin: facts.origin,
    grade: facts.grade,
    standard: facts.standard,
    device_class: facts.device_class,
    batch_number: facts.batch_number,
    is_near: isNearExpiry(facts.expires, nearBefore) ? 1 : 0,
    is_controlled: facts.controlled ? 1 : 0,
    apply_status: applyStatus,
    can_apply: viewer.seesPrices && applyStatus !== null && MAY_APPLY.has(applyStatus) ? 1 : 0,
    last_price: yuan(extras.last?.price ?? null),
    last_at: extras.last?.at ?? null,
    spike: facts.spike && {
      id: facts.spike.id,
      name: saleName(facts.spike),
      price: yuan(facts.spike.price_fen),
      ends_at: facts.spike.ends_at,
      ...(shown ? saleQuantities(facts.spike, pricing) : HIDDEN_QUANTITIES),
      ordinary: yuan(quote(withoutSales(pricing), least).price),
    },
  };
}

type SaleQuantities = Pick<Spike, 'total' | 'sold' | 'limit' | 'left' | 'allowance'>;

/** Where prices are not shown, the stock of a sale is not either. */
const HIDDEN_QUANTITIES: SaleQuantities = {
  total: null,
  sold: null,
  limit: null,
  left: null,
  allowance: null,
};

function saleQuantities(
  { id, total, sold, member_limit }: NonNullable<CardFacts['spike']>,
  pricing: Pricing,
): SaleQuantities {
  return { total, sold, limit: member_limit, left: total - sold, allowance: allowanceOf(id, pricing) };
}

/** Units that the company may still buy in a sale; null where the sale has no limit per company. */
function allowanceOf(offerId: number, { offers }: Pricing): number | null {
  return offers.find(({ offer }) => offer?.id === offerId)?.offer?.allowance ?? null;
}
