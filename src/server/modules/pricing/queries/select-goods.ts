import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Value } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { holdsRight } from '../buying-rights/holds-right.ts';
import { memberPrice } from './member-price.ts';

/** The company whose price and rights are selected, null has no rights; and when. */
export interface BuyerValues {
  companyId: number | null;
  level: number;
  now: number;
}

/**
 * Goods as one company may buy them at one moment: maker, price (`base_fen`), ladder and right. Callers add the
 * columns of the good that they need.
 */
export function selectGoods(
  db: Db,
  { companyId, level, now }: { [Name in keyof BuyerValues]: Value<BuyerValues[Name]> },
) {
  return db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .select((eb) => [
      'makers.name as maker',
      'makers.brand_id',
      memberPrice(level).as('base_fen'),
      holdsRight(companyId, now).as('has_rights'),
      jsonArrayFrom(
        eb
          .selectFrom('ladder_steps')
          .whereRef('ladder_steps.goods_id', '=', 'goods.id')
          .orderBy('ladder_steps.number')
          .select(['ladder_steps.id', 'ladder_steps.number', 'ladder_steps.price_fen']),
      ).as('ladder'),
    ]);
}
