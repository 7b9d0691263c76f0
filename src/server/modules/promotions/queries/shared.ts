import { sql } from 'kysely';
import { DAY, startOfToday } from '#shop/domain/calendar.ts';
import { SALE_KINDS } from '#shop/domain/promotions/index.ts';
import type { Promotion } from '#shop/domain/promotions/promotion.ts';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import type { Sale } from '../../pricing/index.ts';
import { OFFER_COLUMNS, type OfferRow, type PromotionRow, promotionOf } from './rows.ts';

/*
 * What is open at some moment of a day is kept by the day: sales are planned for months ahead, and who looks at a good today need
 * not read them all.
 */

/** The promotions that are published and open at some moment of a day. */
interface Running {
  promotions: readonly PromotionRow[];
}

const running = shareRows<number, Running>({
  max: 2,
  from: { promotions: 'all' },
});

/** What is offered of a good in promotions that are open at some moment of a day. */
interface GoodsOffers {
  goodsId: number;
  offers: readonly (OfferRow & { promotion_id: number })[];
}

const ofGoods = ({ goodsId }: GoodsOffers) => goodsId;

const offersOfGoods = shareRows<string, GoodsOffers>({
  max: 10_000,
  from: { promotion_goods: ofGoods, promotions: 'all', goods: ofGoods },
});

/** What a company's live orders use of promotions that are not over. */
interface CompanyUses {
  ofPromotion: ReadonlyMap<number, number>;
  ofOffer: ReadonlyMap<number, number>;
}

const usesOfCompanies = shareRows<number, CompanyUses>({
  max: 1000,
  from: { promotion_uses: 'ids', promotions: 'all' },
});

const NO_USES: CompanyUses = { ofPromotion: new Map(), ofOffer: new Map() };

/** The promotions of the day, whether they have begun or not. */
async function promotionsOfDay(db: Db, now: number): Promise<readonly PromotionRow[]> {
  const today = startOfToday(now);
  const found = await running(db, [today], async () => {
    const promotions = await db
      .selectFrom('promotions')
      .where('withdrawn', '=', false)
      .where('ends_at', '>', now)
      .where('starts_at', '<', today + DAY)
      .orderBy('id')
      .selectAll()
      .execute();
    return new Map([[today, { promotions }]]);
  });
  return found.get(today)?.promotions ?? [];
}

async function runningPromotions(db: Db, now: number): Promise<readonly PromotionRow[]> {
  const promotions = await promotionsOfDay(db, now);
  return promotions.filter(({ starts_at, ends_at }) => starts_at <= now && ends_at > now);
}

async function offersOf(db: Db, goodsIds: readonly number[], now: number): Promise<Map<number, GoodsOffers>> {
  const today = startOfToday(now);
  const keyOf = (goodsId: number) => `${goodsId} ${today}`;
  const found = await offersOfGoods(db, goodsIds.map(keyOf), async (_, keys) => {
    const wanted = new Set(keys);
    const missing = goodsIds.filter((id) => wanted.has(keyOf(id)));
    const promotions = await promotionsOfDay(db, now);
    const rows = await db
      .selectFrom('promotion_goods as offer')
      .innerJoin('goods', 'goods.id', 'offer.goods_id')
      .where(isAnyOf('offer.goods_id', missing))
      .where(
        isAnyOf(
          'offer.promotion_id',
          promotions.map(({ id }) => id),
        ),
      )
      .where('offer.role', '=', 'goods')
      .orderBy('offer.id')
      .select(OFFER_COLUMNS)
      .execute();
    const byGoods = Map.groupBy(rows, (row) => row.goods_id);
    return new Map(missing.map((id) => [keyOf(id), { goodsId: id, offers: byGoods.get(id) ?? [] }]));
  });
  return new Map([...found.values()].map((one) => [one.goodsId, one]));
}

async function usesOf(db: Db, companyId: number | null, now: number): Promise<CompanyUses> {
  if (companyId === null) return NO_USES;
  const found = await usesOfCompanies(db, [companyId], async () => {
    const rows = await db
      .selectFrom('promotion_uses as used')
      .innerJoin('promotions', 'promotions.id', 'used.promotion_id')
      .where('used.live', '=', sql.lit(true))
      .where('used.company_id', '=', companyId)
      .where('promotions.ends_at', '>', now)
      .groupBy(['used.promotion_id', 'used.offer_id'])
      .select((eb) => ['used.promotion_id', 'used.offer_id', eb.fn.sum<number>('used.number').as('taken')])
      .execute();
    const uses = {
      ofPromotion: new Map(
        rows.filter(({ offer_id }) => offer_id === null).map((row) => [row.promotion_id, row.taken]),
      ),
      ofOffer: new Map(
        rows.flatMap(({ offer_id, taken }) => (offer_id === null ? [] : [[offer_id, taken] as const])),
      ),
    };
    return new Map([[companyId, uses]]);
  });
  return found.get(companyId) ?? NO_USES;
}

/**
 * The promotions of these kinds that are open and cover one of the goods, each with the goods' own offers in it: from
 * memory where nothing has changed, for what is shown. What is charged is read by `loadPromotions`.
 */
export async function promotionsAround(
  db: Db,
  goodsIds: readonly number[],
  { companyId, now, kinds }: { companyId: number | null; now: number; kinds: readonly string[] },
): Promise<Promotion[]> {
  const [open, offers, uses] = await Promise.all([
    runningPromotions(db, now),
    offersOf(db, goodsIds, now),
    usesOf(db, companyId, now),
  ]);
  const byPromotion = Map.groupBy(
    goodsIds.flatMap((id) => offers.get(id)?.offers ?? []),
    (offer) => offer.promotion_id,
  );
  return open.flatMap((row): Promotion[] => {
    const own = byPromotion.get(row.id) ?? [];
    if (!kinds.includes(row.kind) || (!row.everything && own.length === 0)) return [];
    const taken = uses.ofPromotion.get(row.id) ?? 0;
    return [
      promotionOf({
        ...row,
        taken,
        offers: own.map((offer) => ({ ...offer, taken: uses.ofOffer.get(offer.id) ?? 0 })),
      }),
    ];
  });
}

/** The promotions of these kinds that are open. */
export async function openPromotionIds(
  db: Db,
  { now, kinds }: { now: number; kinds: readonly string[] },
): Promise<number[]> {
  const open = await runningPromotions(db, now);
  return open.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
}

/** Goods id -> its open sale with the lowest price that is not sold out. */
export async function openSalesOf(
  db: Db,
  goodsIds: readonly number[],
  now: number,
): Promise<Map<number, Sale>> {
  const open = new Map((await runningPromotions(db, now)).map((row) => [row.id, row]));
  const offers = await offersOf(db, goodsIds, now);
  const sales = new Map<number, Sale>();
  for (const id of goodsIds) {
    const own = (offers.get(id)?.offers ?? []).flatMap((offer) =>
      saleOf(offer, open.get(offer.promotion_id)),
    );
    const [cheapest] = own.toSorted((one, other) => one.price_fen - other.price_fen || one.id - other.id);
    if (cheapest) sales.set(id, cheapest);
  }
  return sales;
}

function saleOf(
  { id, goods_id, price_fen, stock, sold, member_limit }: OfferRow,
  promotion: PromotionRow | undefined,
): Sale[] {
  if (!promotion || !SALE_KINDS.includes(promotion.kind)) return [];
  if (price_fen === null || stock === null || sold >= stock) return [];
  const { kind, starts_at, ends_at } = promotion;
  return [
    {
      id,
      goods_id,
      kind,
      price_fen,
      starts_at,
      ends_at,
      total: stock,
      sold,
      member_limit: member_limit ?? stock,
    },
  ];
}

/** Goods id -> kinds of the open promotions that name it, in their order. */
export async function kindsAround(
  db: Db,
  goodsIds: readonly number[],
  now: number,
): Promise<Map<number, string[]>> {
  const open = await runningPromotions(db, now);
  const offers = await offersOf(db, goodsIds, now);
  return new Map(
    goodsIds.map((id) => {
      const named = new Set((offers.get(id)?.offers ?? []).map(({ promotion_id }) => promotion_id));
      return [id, open.filter((row) => named.has(row.id)).map(({ kind }) => kind)];
    }),
  );
}
