import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';

/** What is known of a good whoever looks at it. */
export type SharedFacts = Awaited<ReturnType<typeof selectFacts>>[number];

const sharedFacts = shareRows<number, SharedFacts>({
  max: 5000,
  from: {
    goods: 'ids',
    ladder_steps: 'ids',
    level_prices: 'ids',
    batches: 'ids',
    batch_reports: 'ids',
    makers: 'all',
  },
});

/** Goods id -> what is known of it; goods that do not exist are absent. */
export const loadSharedFacts = (db: Db, ids: readonly number[]): Promise<Map<number, SharedFacts>> =>
  sharedFacts(
    db,
    ids,
    async (_, missing) => new Map((await selectFacts(db, missing)).map((row) => [row.id, row])),
  );

function selectFacts(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .where('goods.id', 'in', [...ids])
    .selectAll('goods')
    .select((eb) => [
      'makers.name as maker',
      'makers.brand_id',
      jsonArrayFrom(
        eb
          .selectFrom('ladder_steps')
          .whereRef('ladder_steps.goods_id', '=', 'goods.id')
          .orderBy('ladder_steps.number')
          .select(['ladder_steps.id', 'ladder_steps.number', 'ladder_steps.price_fen']),
      ).as('ladder'),
      jsonArrayFrom(
        eb
          .selectFrom('level_prices')
          .whereRef('level_prices.goods_id', '=', 'goods.id')
          .select(['level_prices.level', 'level_prices.price_fen']),
      ).as('level_prices'),
      // Those of its own warehouse that something is left of, in the order in which they are sold.
      jsonArrayFrom(
        eb
          .selectFrom('batches')
          .leftJoin('batch_reports', (join) =>
            join
              .onRef('batch_reports.goods_id', '=', 'batches.goods_id')
              .onRef('batch_reports.batch_number', '=', 'batches.batch_number'),
          )
          .whereRef('batches.goods_id', '=', 'goods.id')
          .whereRef('batches.warehouse_id', '=', 'goods.warehouse_id')
          .where('batches.available', '>', 0)
          .orderBy('batches.expires')
          .orderBy('batches.id')
          .select([
            'batches.batch_number',
            'batches.made',
            'batches.expires',
            'batches.available',
            'batch_reports.id as report',
          ]),
      ).as('batches'),
    ])
    .execute();
}
