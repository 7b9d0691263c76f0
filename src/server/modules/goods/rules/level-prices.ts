import type { Fen } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { PriceStep } from './ladder-steps.ts';

/** Why these level prices are wrong (Chinese text), or null: an unknown level, or a price above the list price. */
export async function levelProblem(db: Db, levels: readonly PriceStep[], price: Fen): Promise<string | null> {
  const known = await db.selectFrom('member_levels').select('level').orderBy('level').execute();
  const names = new Set(known.map(({ level }) => level));
  const unknown = levels.find(({ number }) => !names.has(number));
  if (unknown) return `没有等级 ${unknown.number}，现有等级：${[...names].join('、')}`;
  const tooHigh = levels.find((level) => level.price > price);
  return tooHigh ? `等级 ${tooHigh.number} 的价格高于单价` : null;
}

/** The present level prices of a good; the level is in `number`. */
export async function levelPrices(db: Db, goodsId: number): Promise<PriceStep[]> {
  const rows = await db
    .selectFrom('level_prices')
    .where('goods_id', '=', goodsId)
    .orderBy('level')
    .select(['level', 'price_fen'])
    .execute();
  return rows.map(({ level, price_fen }) => ({ number: level, price: price_fen }));
}
