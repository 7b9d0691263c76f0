import type { Calls } from '#generated/calls.ts';
import { isDay } from '#shop/domain/calendar.ts';
import { saveRow } from '../../../kernel/audit/rows.ts';
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
  const key = { goods_id: id, warehouse_id: goods.warehouse_id, batch_number: input.batch_number.trim() };
  const saved = await saveRow(db, request, {
    table: 'batches',
    subject: 'goods',
    logId: id,
    key: key,
    refuse: (before) =>
      before && input.stock < before.reserved
        ? refuseField('stock', `已有 ${before.reserved} 被订单占用，库存不能更少`)
        : null,
    values: { made: input.made, expires: input.expires, stock: input.stock },
    label: `${goods.code} ${goods.name} 批号 ${key.batch_number}`,
  });
  return saved.ok ? ok({ id }, '批次已保存') : saved;
}
