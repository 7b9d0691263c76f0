import { sql } from 'kysely';
import type { OrderLine } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { explanationAnswer } from '../../cart/index.ts';
import { batchTexts, lineMark } from '../../checkout/index.ts';

/** The lines of each of these orders, in order, as the API answers them. */
export async function linesOf(db: Db, orderIds: readonly number[]): Promise<Map<number, OrderLine[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_lines as line')
    .leftJoin('promotions', 'promotions.id', 'line.promotion_id')
    .leftJoin('line_batches', 'line_batches.line_id', 'line.id')
    .leftJoin('batches', 'batches.id', 'line_batches.batch_id')
    .where('line.order_id', 'in', orderIds)
    .orderBy('line.id')
    .orderBy('batches.expires')
    .select([
      'line.id',
      'line.order_id',
      'line.goods_id',
      'line.name',
      'line.maker',
      'line.spec',
      'line.unit',
      'line.number',
      'line.price_fen',
      'line.amount_fen',
      'line.payable_fen',
      'line.shipped',
      'line.short',
      'line.returned',
      'line.gift',
      'line.set_no',
      'line.sets',
      'line.explanation',
      sql<number | null>`line_batches.number + line_batches.exchanged`.as('batch_units'),
      'promotions.name as set_name',
      'batches.batch_number',
      'batches.expires',
    ])
    .execute();
  const lines = [...Map.groupBy(rows, (row) => row.id).values()].flatMap((parts) => {
    const [row] = parts;
    if (!row) return [];
    const batches = parts.flatMap(({ batch_number, expires, batch_units }) =>
      batch_number === null || expires === null || !batch_units
        ? []
        : [{ batch_number, expires, batch_units }],
    );
    const line: OrderLine = {
      id: row.id,
      goods_id: row.goods_id,
      name: row.name,
      sccj: row.maker,
      ypgg: row.spec,
      bzdw: row.unit,
      image: `/img/goods/${row.goods_id}.svg`,
      number: row.number,
      price: toYuan(row.price_fen),
      amount: toYuan(row.amount_fen),
      reduce: toYuan(row.amount_fen - row.payable_fen),
      payable: toYuan(row.payable_fen),
      shipped: row.shipped,
      short: row.short,
      returned: row.returned,
      batches: batches.map(({ batch_number, batch_units }) => `${batch_number}×${batch_units}`).join('、'),
      gift: row.gift,
      set_no: row.set_no,
      sets: row.sets,
      set_name: row.set_name,
      mark: lineMark(row.gift, row.set_name, row.name),
      explanation: row.explanation && explanationAnswer(row.explanation),
      ...batchTexts(batches),
    };
    return [{ orderId: row.order_id, line }];
  });
  const grouped = Map.groupBy(lines, ({ orderId }) => orderId);
  return new Map([...grouped].map(([id, group]) => [id, group.map(({ line }) => line)]));
}
