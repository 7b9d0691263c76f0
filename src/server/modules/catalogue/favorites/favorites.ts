import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { memberPrice } from '../../pricing/index.ts';

/** Adds goods to a company's favourites; those that are there already or do not exist are ignored. */
export async function addFavorites(
  db: Db,
  companyId: number,
  ids: readonly number[],
  now: number,
): Promise<void> {
  await sql`
    INSERT INTO favorites (company_id, goods_id, created_at, price_fen)
    SELECT companies.id, goods.id, ${now}::bigint, ${memberPrice(sql.ref('companies.level'))}
    FROM goods
    JOIN companies ON companies.id = ${companyId}
    WHERE goods.id = ANY(${ids}::integer[])
    ON CONFLICT DO NOTHING`.execute(db);
}

export async function removeFavorites(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM favorites WHERE company_id = ${companyId} AND goods_id = ANY(${ids}::integer[])`.execute(
    db,
  );
}

export async function countFavorites(db: Db, companyId: number): Promise<number> {
  const { total } = await db
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of a company's favourites, newest first, with the time (s) and the price (fen) at which each was added. */
export async function pageOfFavorites(
  db: Db,
  companyId: number,
  page: number,
  pageSize: number,
): Promise<{ goods_id: number; created_at: number; price_fen: number | null }[]> {
  return db
    .selectFrom('favorites')
    .innerJoin('goods', 'goods.id', 'favorites.goods_id')
    .select(['goods_id', 'favorites.created_at', 'favorites.price_fen'])
    .where('company_id', '=', companyId)
    .orderBy('favorites.created_at', 'desc')
    .orderBy('goods_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}
