import type { Batch, Goods } from '#generated/schemas.ts';
import { formatFen } from '#shop/domain/format.ts';
import { ladderHint, ladderHintText } from '#shop/domain/ladder.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { isNearExpiry } from '#shop/domain/near-expiry.ts';
import { quote } from '#shop/domain/price.ts';
import type { OpenPromotion } from '#shop/domain/promotions/open.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { loadCategories, pathOf } from '../../goods/index.ts';
import { leastQuantity } from '../../pricing/index.ts';
import { marksOf, promotionsForCards } from '../../promotions/index.ts';
import { cardOf, ladderOf, priceNoticeOf, pricingOf } from '../cards/card.ts';
import { type CatalogueContext, cardContextOf } from '../cards/cards.ts';
import { type CardFacts, loadCardFacts } from '../cards/facts.ts';
import { manualOf } from './manual.ts';

const yxPage = pageLink('yx_index');

/** Breadcrumb of a good that was opened from the zone of free shipping. */
const yxPath = () => [{ text: '优选包邮', url: yxPage() }];

/** `goods.detail`; null when there is no such good or it is not on sale. */
export async function goodsDetail(
  context: CatalogueContext,
  id: number,
  /** Show the breadcrumb of 优选包邮, where the good is one of them. */
  amongYx = false,
): Promise<Goods | null> {
  const { db, now } = context;
  const cardContext = cardContextOf(context);
  const [facts] = await loadCardFacts(db, [id], cardContext.viewer, now);
  if (!facts?.on_sale) return null;
  const { companyId } = cardContext.viewer;
  const promotions = await promotionsForCards(db, [id], { companyId, now });
  const shown = priceNoticeOf(facts, cardContext.viewer) === null;
  const marks = await marksOf(db, [id], now);
  const last = shown ? facts.last : null;
  const categories = await loadCategories(db, now);
  const inTree = categories.find(({ id: category }) => category === facts.category_id)?.tree ?? null;
  return {
    ...cardOf(facts, cardContext, { promotions, marks: marks.get(id), last }),
    generic_name: facts.generic_name,
    images: ['', '-side', '-back'].map((view) => `/img/goods/${id}${view}.svg`),
    barcode: facts.barcode,
    scope: await scopeName(context, facts.scope),
    rx: facts.rx,
    marks: facts.marks,
    storage: facts.storage,
    mah: facts.mah,
    split: facts.split,
    batches: batchesOf(context, facts, cardContext.nearBefore, shown),
    category: amongYx && facts.yx ? yxPath() : pathOf(categories, facts.category_id, inTree),
    ladder_hint: shown ? hintOf(facts, promotions) : null,
    shipping_hint: shippingText(facts, context),
    manual: manualOf(facts),
    cart_number: facts.in_cart,
    units_sold: shown ? facts.units_sold : null,
    units_sold_lately: shown ? facts.units_sold_lately : null,
  };
}

/** Hint on the units missing to the next step of the ladder, from the least quantity on. */
function hintOf(facts: CardFacts, promotions: readonly OpenPromotion[]): string | null {
  const pricing = pricingOf(facts, promotions);
  const least = leastQuantity(facts);
  const ladder = { ...pricing.ladder, steps: ladderOf(pricing) };
  const hint = ladderHint(ladder, least, quote(pricing, least).price);
  return hint && ladderHintText({ ...hint, price: toYuan(hint.price) }, facts.unit);
}

function shippingText({ dpby_number, unit, yx }: CardFacts, { site }: CatalogueContext): string {
  if (dpby_number !== null) return `本品满 ${dpby_number} ${unit}包邮`;
  if (yx) return `优选商品满 ${formatFen(toFen(site.constants.trade.yxShippingFreeFrom))} 包邮`;
  return `满 ${formatFen(toFen(site.constants.trade.shippingFreeFrom))} 包邮`;
}

function batchesOf(
  { visitor }: CatalogueContext,
  facts: CardFacts,
  nearBefore: string,
  shown: boolean,
): Batch[] {
  return facts.batches.map(({ batch_number, made, expires, available, report }) => ({
    batch_number,
    made,
    expires,
    number: shown ? available : null,
    report: report === null || visitor.id === null ? null : `/api/document/report/${report}`,
    near_expiry: isNearExpiry(expires, nearBefore),
  }));
}

const scopes = shareRows<string, { name: string }>({ max: 200, from: { scopes: 'all' } });

async function scopeName({ db }: CatalogueContext, code: string): Promise<string> {
  const names = await scopes(db, [code], async (_, codes) => {
    const rows = await db.selectFrom('scopes').selectAll().where('code', 'in', codes).execute();
    return new Map(rows.map((row) => [row.code, row]));
  });
  return names.get(code)?.name ?? code;
}
