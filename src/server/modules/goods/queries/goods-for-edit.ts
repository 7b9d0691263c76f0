import type { OpsGoodsDetail } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { stepsAsText } from '../rules/ladder-steps.ts';

/** A good with everything that staff may change; null when there is none. */
export async function goodsForEdit(db: Db, id: number): Promise<OpsGoodsDetail | null> {
  const goods = await db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .selectAll('goods')
    .select('makers.name as maker')
    .where('goods.id', '=', id)
    .executeTakeFirst();
  if (!goods) return null;
  const { ladder, levels } = await stepsOf(db, id);
  const batches = await db
    .selectFrom('batches')
    .innerJoin('warehouses', 'warehouses.id', 'batches.warehouse_id')
    .where('goods_id', '=', id)
    .orderBy('expires')
    .orderBy('batches.id')
    .select([
      'batches.id',
      'batch_number',
      'made',
      'expires',
      'stock',
      'reserved',
      'available',
      'warehouses.name as warehouse',
    ])
    .execute();
  return {
    id,
    code: goods.code,
    name: goods.name,
    text: `${goods.spec} · ${goods.maker}`,
    unit: goods.unit,
    zbz: goods.zbz,
    price: toYuan(goods.price_fen),
    retail: goods.retail_fen === null ? null : toYuan(goods.retail_fen),
    cost: goods.cost_fen === null ? null : toYuan(goods.cost_fen),
    ladder_type: goods.ladder_type,
    ladder,
    levels,
    yx: goods.yx,
    controlled: goods.controlled,
    dpby_number: goods.dpby_number,
    min_number: goods.min_number,
    cap_order: goods.cap_order,
    cap_month: goods.cap_month,
    origin: goods.origin ?? '',
    grade: goods.grade ?? '',
    standard: goods.standard ?? '',
    device_class: goods.device_class ?? '',
    on_sale: goods.on_sale ? 1 : 0,
    batches,
  };
}

/** Ladder and level prices in the text form of the staff's form. */
export async function stepsOf(db: Db, id: number): Promise<{ ladder: string; levels: string }> {
  const ladder = await db
    .selectFrom('ladder_steps')
    .where('goods_id', '=', id)
    .orderBy('number')
    .select(['number', 'price_fen'])
    .execute();
  const levels = await db
    .selectFrom('level_prices')
    .where('goods_id', '=', id)
    .orderBy('level')
    .select(['level as number', 'price_fen'])
    .execute();
  return { ladder: stepsAsText(ladder), levels: stepsAsText(levels) };
}
