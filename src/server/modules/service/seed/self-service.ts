import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { insertRows } from '../../../kernel/seed/insert.ts';

/** Seeds inspection reports of nine batches in ten, and the demo member's lists, sourcing requests and feedback. */
export async function seedSelfService(db: Db, now: number): Promise<void> {
  await sql`
    INSERT INTO batch_reports (goods_id, batch_number, created_at)
    SELECT goods_id, batch_number, ${now - 30 * DAY}::bigint FROM batches WHERE id % 10 <> 0
    GROUP BY goods_id, batch_number ORDER BY min(id)`.execute(db);
  const demo = await db
    .selectFrom('members')
    .where('username', '=', 'demo')
    .select(['id', 'company_id'])
    .executeTakeFirst();
  if (!demo) return;
  const owner = { member_id: demo.id, company_id: demo.company_id };
  // Favourites had other prices when they were added: every third higher, every seventh lower.
  await sql`
    UPDATE favorites SET price_fen = goods.price_fen * CASE WHEN goods_id % 3 = 0 THEN 108 WHEN goods_id % 7 = 0 THEN 95 ELSE 100 END / 100
    FROM goods WHERE goods.id = favorites.goods_id AND company_id = ${demo.company_id}`.execute(db);
  await seedList(db, demo.company_id, now);
  await insertRows(db, 'wanted_goods', [
    {
      ...owner,
      name: '复方丹参滴丸',
      maker: '',
      spec: '27mg*180丸',
      number: 60,
      price_fen: 2600,
      note: '老顾客常问，最好是大包装',
      state: 'seeking',
      reply: '已联系两家供应商，预计本周有报价。',
      created_at: now - 6 * DAY,
      replied_at: now - 5 * DAY,
    },
    {
      ...owner,
      name: '盐酸氨溴索口服溶液',
      maker: '',
      spec: '100ml',
      number: 120,
      price_fen: null,
      note: '',
      state: 'open',
      reply: '',
      created_at: now - DAY,
      replied_at: null,
    },
  ]);
  await insertRows(db, 'feedbacks', [
    {
      ...owner,
      kind: 'delivery',
      text: '上周的一单外箱有压痕，药品没有破损，希望打包时加一层护角。',
      files: [],
      phone: '',
      state: 'answered',
      reply: '谢谢您的提醒，已要求华中仓对易碎与大件商品加护角。',
      created_at: now - 12 * DAY,
      replied_at: now - 11 * DAY,
    },
  ]);
}

/** Seeds an order list of what the demo member has ordered. */
async function seedList(db: Db, companyId: number, now: number): Promise<void> {
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('orders.company_id', '=', companyId)
    .where('orders.status', '=', ORDER_STATE.done)
    .groupBy('goods_id')
    .orderBy('goods_id')
    .select((eb) => ['goods_id', eb.fn.max<number>('order_lines.number').as('number')])
    .execute();
  if (lines.length === 0) return;
  const { id } = await db
    .insertInto('order_lists')
    .values({
      company_id: companyId,
      name: '每周补货',
      created_at: now - 20 * DAY,
      updated_at: now - 3 * DAY,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRows(
    db,
    'order_list_goods',
    lines.map((line) => ({ list_id: id, ...line, created_at: now - 20 * DAY })),
  );
}
