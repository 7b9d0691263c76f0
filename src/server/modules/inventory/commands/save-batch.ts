import type { Calls } from '#generated/calls.ts';
import { isDay } from '#shop/domain/calendar.ts';
import { record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';

/** A new batch in the good's own warehouse, or the stock and dates of one that is there. */
export async function saveBatch(
  db: Db,
  request: RequestContext,
  id: number,
  input: Calls['ops-goods.batch']['body'],
): Promise<Answer<{ id: number }>> {
  const goods = await db
    .selectFrom('goods')
    .select(['code', 'name', 'warehouse_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!goods) return refuse('notFound', { message: '商品不存在' });
  if (!isDay(input.made)) return refuseField('made', '没有这一天');
  if (!isDay(input.expires)) return refuseField('expires', '没有这一天');
  if (input.expires <= input.made) return refuseField('expires', '有效期应晚于生产日期');
  const place = { goods_id: id, warehouse_id: goods.warehouse_id, batch_number: input.batch_number.trim() };
  const before = await db
    .selectFrom('batches')
    .selectAll()
    .where('goods_id', '=', id)
    .where('warehouse_id', '=', goods.warehouse_id)
    .where('batch_number', '=', place.batch_number)
    .forUpdate()
    .executeTakeFirst();
  if (before && input.stock < before.reserved) {
    return refuseField('stock', `已有 ${before.reserved} 被订单占用，库存不能更少`);
  }
  const values = { made: input.made, expires: input.expires, stock: input.stock };
  if (before) await db.updateTable('batches').set(values).where('id', '=', before.id).execute();
  else
    await db
      .insertInto('batches')
      .values({ ...place, ...values })
      .execute();
  await record(db, request, {
    action: before ? 'update' : 'create',
    subject: 'goods',
    id,
    label: `${goods.code} ${goods.name} 批号 ${place.batch_number}`,
    before: before && { made: before.made, expires: before.expires, stock: before.stock },
    after: values,
  });
  return ok({ id }, '批次已保存');
}
