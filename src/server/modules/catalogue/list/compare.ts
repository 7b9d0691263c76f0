import type { Calls } from '#generated/calls.ts';
import { MOST_COMPARED, readCompared } from '#shop/domain/compared.ts';
import { type CatalogueContext, cardsFor } from '../cards/cards.ts';

/** Goods that are offered to be compared as well. */
const OTHERS = 8;

/** `goods.compare`: goods on sale of one generic name, in the order of `ids` (`1,2`), and others of that name. */
export async function compareGoods(
  context: CatalogueContext,
  ids: string,
): Promise<Calls['goods.compare']['data']> {
  const { db } = context;
  const requested = readCompared(ids).slice(0, MOST_COMPARED);
  if (requested.length === 0) return { generic_name: '', list: [], left_out: [], others: [] };
  const rows = await db
    .selectFrom('goods')
    .where('id', 'in', requested)
    .where('on_sale', '=', true)
    .select(['id', 'name', 'generic_name'])
    .execute();
  const found = requested.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const generic = found[0]?.generic_name ?? '';
  // Without a generic name a good is like no other.
  const isAlike = (row: (typeof found)[number]) =>
    row === found[0] || (generic !== '' && row.generic_name === generic);
  const list = found.filter(isAlike).map(({ id }) => id);
  return {
    generic_name: generic === '' ? (found[0]?.name ?? '') : generic,
    list: await cardsFor(context, list),
    left_out: found.filter((row) => !isAlike(row)).map(({ name }) => name),
    others: await cardsFor(context, await alike(context, generic, list)),
  };
}

async function alike(
  { db }: CatalogueContext,
  generic: string,
  without: readonly number[],
): Promise<number[]> {
  if (generic === '') return [];
  const rows = await db
    .selectFrom('goods')
    .where('generic_name', '=', generic)
    .where('on_sale', '=', true)
    .where('id', 'not in', without)
    .orderBy('in_stock', 'desc')
    .orderBy('price_fen')
    .orderBy('id')
    .limit(OTHERS)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
