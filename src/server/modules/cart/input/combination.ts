import type { CartLineToAdd } from '#generated/schemas.ts';
import { offerOf, openPromotions } from '#shop/domain/promotions/open.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { loadPromotions } from '../../promotions/index.ts';
import type { ChosenGoods } from '../tables.ts';

/** The set or exchange of a line of type 3, or the field of the input at fault. */
export type Combination =
  | { goodsId: number; promotionId: number; choice: ChosenGoods[] }
  | { field: 'goods_price_id' | 'goods_id' | 'choice'; message: string };

/** Reads the input of a combination or an exchange: `goods_price_id` is its id, `choice` the goods of one set. */
export async function readCombination(
  db: Db,
  { goods_id, goods_price_id, choice }: CartLineToAdd,
  now: number,
): Promise<Combination> {
  if (goods_price_id === undefined) return { field: 'goods_price_id', message: '请选择组合' };
  const found = await loadPromotions(db, { now, ids: [goods_price_id], companyId: null });
  const [promotion] = openPromotions(found, now);
  if (!promotion) return { field: 'goods_price_id', message: '活动未开始或已结束' };
  const { effect } = promotion;
  if (effect.stage === 'exchange') {
    return offerOf(promotion, goods_id, 'exchange')
      ? { goodsId: goods_id, promotionId: promotion.id, choice: [] }
      : { field: 'goods_id', message: '不在换购商品中' };
  }
  if (effect.stage !== 'set') return { field: 'goods_price_id', message: '这个活动不能整组购买' };
  const parts = effect.choose === null ? fixed(promotion.offers) : merged(choice ?? []);
  const problem = effect.problem(
    parts.map(({ goods_id: goodsId, number }) => ({ goodsId, quantity: number })),
  );
  if (problem !== null) return { field: 'choice', message: problem };
  const [first] = parts;
  return first
    ? { goodsId: first.goods_id, promotionId: promotion.id, choice: parts }
    : { field: 'choice', message: '请选择商品' };
}

function fixed(offers: readonly { goodsId: number; role: string; quantity: number }[]): ChosenGoods[] {
  return merged(
    offers
      .filter(({ role }) => role === 'goods')
      .map(({ goodsId, quantity }) => ({ goods_id: goodsId, number: quantity })),
  );
}

/** Each good once, in the order of ids: equal choices are equal texts. */
function merged(choice: readonly ChosenGoods[]): ChosenGoods[] {
  const numbers = new Map<number, number>();
  for (const { goods_id, number } of choice) numbers.set(goods_id, (numbers.get(goods_id) ?? 0) + number);
  return [...numbers].toSorted(([a], [b]) => a - b).map(([goods_id, number]) => ({ goods_id, number }));
}
