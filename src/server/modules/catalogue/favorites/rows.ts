import type { FavoriteGoods, GoodsCard } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { type CatalogueContext, cardsFor } from '../cards/cards.ts';
import { countFavorites, pageOfFavorites } from './favorites.ts';

/** A favourite before it is known whether an alert waits for it. */
export type FavoriteRow = Omit<FavoriteGoods, 'alert_id'>;

/** A page of a company's favourites: the good as it is now, and the change of its price since it was added. */
export async function listFavorites(
  context: CatalogueContext,
  companyId: number,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ list: FavoriteRow[]; total: number }> {
  const favorites = await pageOfFavorites(context.db, companyId, page, pageSize);
  return {
    list: await toRows(context, favorites),
    total: await countFavorites(context.db, companyId),
  };
}

async function toRows(
  context: CatalogueContext,
  favorites: readonly { goods_id: number; created_at: number; price_fen: number | null }[],
): Promise<FavoriteRow[]> {
  const cards = await cardsFor(
    context,
    favorites.map(({ goods_id }) => goods_id),
  );
  const byGoods = new Map(favorites.map((row) => [row.goods_id, row]));
  return cards.map((card) => ({
    id: card.id,
    name: card.name,
    sccj: card.sccj,
    ypgg: card.ypgg,
    bzdw: card.bzdw,
    zbz: card.zbz,
    image: card.image,
    expires: card.expires,
    stock_text: card.stock_text,
    price: card.price,
    price_text: card.price === null ? (card.price_notice ?? '') : `¥${formatYuan(card.price)}`,
    change_text: changeOf(card, byGoods.get(card.id)?.price_fen ?? null),
    qg_number: card.qg_number,
    is_buy: card.is_buy,
    created_at: byGoods.get(card.id)?.created_at ?? 0,
  }));
}

function changeOf({ price }: GoodsCard, before: number | null): string {
  if (price === null || before === null) return '';
  const change = toFen(price) - before;
  if (change === 0) return '';
  return `${change < 0 ? '降' : '涨'} ¥${formatYuan(toYuan(Math.abs(change)))}`;
}
