import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { insertRows } from '../../../kernel/seed/insert.ts';

/** Promotions of the demo shop stay open for this long, counted from the first start. */
const OPEN_DAYS = 730;

/** A good in a promotion to be written. Money in fen. */
export interface OfferRow {
  goods_id: number;
  role?: 'goods' | 'gift' | 'exchange';
  price_fen?: number;
  number?: number;
  stock?: number;
  /** Sold before the shop opened, as other channels count it. */
  elsewhere?: number;
  member_limit?: number;
}

/** A promotion to be written; `rule` as its form in the back office would hold it. */
export interface PromotionRow {
  kind: string;
  name: string;
  summary?: string;
  rule: Record<string, unknown>;
  offers?: readonly OfferRow[];
  everything?: boolean;
  stock?: number;
  member_limit?: number;
  starts_at?: number;
  ends_at?: number;
}

/** Writes promotions of the demo shop; those without dates are open and stay open. Returns their ids. */
export async function openPromotions(
  db: Db,
  now: number,
  promotions: readonly PromotionRow[],
): Promise<number[]> {
  if (promotions.length === 0) return [];
  const rows = await db
    .insertInto('promotions')
    .values(
      promotions.map((promotion) => ({
        kind: promotion.kind,
        name: promotion.name,
        summary: promotion.summary ?? '',
        rule: JSON.stringify(promotion.rule),
        everything: promotion.everything ?? false,
        stock: promotion.stock ?? null,
        member_limit: promotion.member_limit ?? null,
        starts_at: promotion.starts_at ?? now - DAY,
        ends_at: promotion.ends_at ?? now + OPEN_DAYS * DAY,
        created_at: now,
      })),
    )
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  await insertRows(
    db,
    'promotion_goods',
    promotions.flatMap(({ offers = [] }, index) =>
      offers.map((offer) => ({
        goods_id: offer.goods_id,
        promotion_id: ids[index],
        role: offer.role ?? 'goods',
        price_fen: offer.price_fen ?? null,
        number: offer.number ?? 1,
        stock: offer.stock ?? null,
        sold: offer.elsewhere ?? 0,
        elsewhere: offer.elsewhere ?? 0,
        member_limit: offer.member_limit ?? null,
      })),
    ),
  );
  return ids;
}
