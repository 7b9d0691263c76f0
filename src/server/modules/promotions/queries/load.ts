import { sql } from 'kysely';
import { kindOf } from '#shop/domain/promotions/index.ts';
import type { Promotion } from '#shop/domain/promotions/promotion.ts';
import { type Places, prepareQuery, type Value } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { loadFirstOffers } from './first-offers.ts';
import { OFFER_COLUMNS, type PromotionRow, promotionOf } from './rows.ts';

/** Selects promotions, and the company that they are loaded for. */
export interface PromotionFilter {
  /** Open at this moment (s); absent: at any time. */
  now?: number;
  kinds?: readonly string[];
  /** Those that cover one of these goods; their other goods are left out. */
  goodsIds?: readonly number[];
  /** These in addition, with all their goods. */
  ids?: readonly number[];
  /** Include those that are not published. */
  drafts?: true;
  /** The company whose limits apply; null for none. */
  companyId: number | null;
  /** Only so many of the goods that a rule does not depend on, the first ones, as they stand for no company: for what is shown. */
  most?: number;
}

/**
 * Reads promotions with their offers, for one company (src/shop/domain/promotions/kind.ts). The offers are a statement of
 * their own: as a part of the first, PostgreSQL plans both anew at each execution, which takes longer than they do.
 */
export async function loadPromotions(db: Db, filter: PromotionFilter): Promise<Promotion[]> {
  const { goodsIds, ids = [] } = filter;
  if (goodsIds?.length === 0 && ids.length === 0) return [];
  const promotions = await loadRows(db, filter);
  if (promotions.length === 0) return [];
  const offers = await offersOf(db, filter, promotions);
  const byPromotion = Map.groupBy(offers, (offer) => offer.promotion_id);
  return promotions.map((row) => promotionOf({ ...row, offers: byPromotion.get(row.id) ?? [] }));
}

async function offersOf(db: Db, { most, ...filter }: PromotionFilter, promotions: readonly PromotionRow[]) {
  const ids = promotions.map(({ id }) => id);
  if (most === undefined) return loadOffers(db, { ...filter, promotionIds: ids });
  const whole = promotions.filter(({ kind }) => readsGoods(kind)).map(({ id }) => id);
  const offers = whole.length > 0 ? await loadOffers(db, { ...filter, promotionIds: whole }) : [];
  const cut = ids.filter((id) => !whole.includes(id));
  return [...offers, ...(await loadFirstOffers(db, cut, most))];
}

/** Whether a rule depends on the goods that it is for: a kind that may be for every good has none to read. */
const readsGoods = (kind: string): boolean => kindOf(kind)?.form.everything !== true;

const loadRows = prepareQuery<PromotionFilter>()((db, { value, isAnyOf, has }) => {
  const taken = takenBy(value('companyId'), sql`used.promotion_id = promotions.id AND used.offer_id IS NULL`);
  return db
    .selectFrom('promotions')
    .$if(!has('drafts'), (query) => query.where('withdrawn', '=', false))
    .$if(has('now'), (query) =>
      query.where('starts_at', '<=', value('now')).where('ends_at', '>', value('now')),
    )
    .$if(has('kinds'), (query) => query.where(isAnyOf('kind', 'kinds')))
    .$if(has('goodsIds'), (query) => query.where('promotions.id', 'in', covering(db, isAnyOf)))
    .$if(!has('goodsIds') && has('ids'), (query) => query.where(isAnyOf('promotions.id', 'ids')))
    .orderBy('promotions.id')
    .selectAll()
    .select(taken.as('taken'));
});

/**
 * Query of the ids of promotions that cover one of these goods, and of those with these ids. United: with an OR PostgreSQL
 * expects so many rows that it plans the whole anew at each execution, to look whether it is fewer.
 */
function covering(db: Db, isAnyOf: Places<PromotionFilter>['isAnyOf']) {
  return db
    .selectFrom('promotion_goods as covered')
    .where(isAnyOf('covered.goods_id', 'goodsIds'))
    .select('covered.promotion_id as id')
    .union(
      db
        .selectFrom('promotions as other')
        .where((eb) => eb.or([eb.ref('other.everything'), isAnyOf('other.id', 'ids')]))
        .select('other.id'),
    );
}

const loadOffers = prepareQuery<PromotionFilter & { promotionIds: readonly number[] }>()(
  (db, { value, isAnyOf, has }) =>
    db
      .selectFrom('promotion_goods as offer')
      .innerJoin('goods', 'goods.id', 'offer.goods_id')
      .where(isAnyOf('offer.promotion_id', 'promotionIds'))
      .$if(has('goodsIds'), (query) =>
        query.where(sql<boolean>`(
          offer.role <> 'goods' OR ${isAnyOf('offer.goods_id', 'goodsIds')}
          OR ${isAnyOf('offer.promotion_id', 'ids')}
        )`),
      )
      .orderBy('offer.id')
      .select(OFFER_COLUMNS)
      .select(takenBy(value('companyId'), sql`used.offer_id = offer.id`).as('taken')),
);

/** SQL: units that the company's live orders use. */
function takenBy(companyId: Value<number | null>, of: ReturnType<typeof sql>) {
  return sql<number>`(
    SELECT coalesce(sum(used.number), 0)::integer FROM promotion_uses AS used
    WHERE used.live AND used.company_id = ${companyId} AND ${of}
  )`;
}
