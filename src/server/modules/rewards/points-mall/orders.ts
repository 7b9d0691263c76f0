import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tally } from '../../../kernel/db/tally.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { givePoints, USE_TYPE } from '../../ledger/index.ts';
import { pointsOrder } from './answer.ts';
import { STATE_TEXTS } from './labels.ts';

type PointsOrdersQuery = Calls['points.orders']['query'] & { pageSize: number };

const GONE = { message: '这张积分订单已经处理过了' };

/** A company's orders in the points mall, the newest first. */
export async function pointsOrders(db: Db, companyId: number, { status, page, pageSize }: PointsOrdersQuery) {
  const own = db.selectFrom('points_orders').where('company_id', '=', companyId);
  const counted = await own
    .select((eb) => ['state', eb.fn.countAll<number>().as('total')])
    .groupBy('state')
    .execute();
  const { counts, totalOf } = tally(counted, STATE_TEXTS);
  let query = own;
  if (status !== undefined) query = query.where('state', '=', status);
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { list: rows.map(pointsOrder), total: totalOf(status), page, page_size: pageSize, counts };
}

/** Cancels an order that has not been shipped and returns points and piece. A prize cannot be cancelled. */
export async function cancelPointsOrder(
  db: Db,
  companyId: number,
  id: number,
  now: number,
): Promise<Answer<{ id: number }>> {
  const order = await db
    .updateTable('points_orders')
    .set({ state: 'cancelled', ended_at: now })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('state', '=', 'waiting')
    .where('kind', '=', 'goods')
    .returning(['no', 'name', 'points', 'number', 'points_goods_id'])
    .executeTakeFirst();
  if (!order) return refuse('notFound', GONE);
  await givePoints(db, {
    companyId,
    points: order.points,
    useType: USE_TYPE.pointsRedeemed,
    memo: `取消积分订单 ${order.no}，退回积分`,
    at: now,
    once: `points:cancel:${order.no}`,
  });
  if (order.points_goods_id !== null) {
    await db
      .updateTable('points_goods')
      .set((eb) => ({ given: eb('given', '-', order.number) }))
      .where('id', '=', order.points_goods_id)
      .execute();
  }
  return ok({ id }, '已取消，积分已退回');
}

/** The buyer confirms the receipt of an order. */
export async function confirmPointsOrder(
  db: Db,
  companyId: number,
  id: number,
  now: number,
): Promise<Answer<{ id: number }>> {
  const done = await db
    .updateTable('points_orders')
    .set({ state: 'done', ended_at: now })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('state', '=', 'shipped')
    .returning('id')
    .executeTakeFirst();
  return done ? ok({ id }, '已确认收货') : refuse('notFound', GONE);
}
