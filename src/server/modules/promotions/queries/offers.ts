import type { Calls } from '#generated/calls.ts';
import { toYuan } from '#shop/domain/money.ts';
import { kindOf } from '#shop/domain/promotions/index.ts';
import type { PromotionKind } from '#shop/domain/promotions/kind.ts';
import type { Offer } from '#shop/domain/promotions/promotion.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { ROLES } from '../rules/import-columns.ts';
import { loadPromotions } from './load.ts';

/** The offers of a promotion, whether it is published or not. */
export async function loadOffers(db: Db, promotionId: number): Promise<readonly Offer[]> {
  const found = await loadPromotions(db, { ids: [promotionId], companyId: null, drafts: true });
  return found[0]?.offers ?? [];
}

interface GoodsMarks {
  hm: boolean;
  controlled: boolean;
  on_sale: boolean;
}

/** Why a good cannot be in a promotion of the kind (Chinese text); empty when it can. */
export function goodsProblem(kind: PromotionKind, goods: GoodsMarks): string {
  if (!goods.on_sale) return '已下架';
  if (goods.hm && kind.bars.includes('hm')) return '含麻商品不能参加';
  return goods.controlled && kind.bars.includes('controlled') ? '控销商品不能参加' : '';
}

/** A promotion's kind; null when there is no such promotion. */
export async function kindOfPromotion(db: Db, id: number): Promise<PromotionKind | null> {
  const row = await db.selectFrom('promotions').where('id', '=', id).select('kind').executeTakeFirst();
  return (row && kindOf(row.kind)) ?? null;
}

/** A page of a promotion's goods with their figures, the latest first. */
export async function goodsForStaff(
  db: Db,
  kind: PromotionKind,
  { promotionId, page, pageSize }: { promotionId: number; page: number; pageSize: number },
): Promise<Calls['ops-promotion.goods']['data']> {
  const { total } = await db
    .selectFrom('promotion_goods')
    .where('promotion_id', '=', promotionId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('promotion_goods as offer')
    .innerJoin('goods', 'goods.id', 'offer.goods_id')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .where('offer.promotion_id', '=', promotionId)
    .orderBy('offer.role')
    .orderBy('offer.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('offer')
    .select(['goods.code', 'goods.name', 'goods.spec', 'goods.price_fen as list_fen', 'makers.name as maker'])
    .select(['goods.hm', 'goods.controlled', 'goods.on_sale'])
    .execute();
  return {
    list: rows.map((row) => ({
      id: row.id,
      goods_id: row.goods_id,
      code: row.code,
      name: row.name,
      detail: `${row.spec} · ${row.maker}`,
      role: row.role,
      role_text: ROLES[row.role],
      list_price: toYuan(row.list_fen),
      price: row.price_fen === null ? null : toYuan(row.price_fen),
      number: row.number,
      stock: row.stock,
      sold: row.sold,
      member_limit: row.member_limit,
      notice: goodsProblem(kind, row),
    })),
    total,
    page,
    page_size: pageSize,
  };
}

/** Goods by code, barcode or a part of the name, with the reason where one cannot be added; at most 20. */
export async function findGoods(
  db: Db,
  kind: PromotionKind,
  keywords: string | undefined,
): Promise<Calls['ops-promotion.find']['data']> {
  const keyword = keywords?.trim() ?? '';
  if (keyword === '') return { list: [] };
  const pattern = likePattern(keyword);
  const rows = await db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .where((eb) =>
      eb.or([
        eb('goods.code', '=', keyword),
        eb('goods.barcode', '=', keyword),
        eb('goods.name', 'like', pattern),
      ]),
    )
    .orderBy('goods.on_sale', 'desc')
    .orderBy('goods.sales', 'desc')
    .limit(20)
    .select(['goods.id', 'goods.code', 'goods.name', 'goods.spec', 'goods.price_fen', 'makers.name as maker'])
    .select(['goods.hm', 'goods.controlled', 'goods.on_sale'])
    .execute();
  return {
    list: rows.map((row) => ({
      goods_id: row.id,
      code: row.code,
      name: row.name,
      detail: `${row.spec} · ${row.maker}`,
      price: toYuan(row.price_fen),
      notice: goodsProblem(kind, row),
    })),
  };
}
