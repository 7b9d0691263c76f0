import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { inSavepoint } from '../../../kernel/db/transaction.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { addPurchasable } from '../../cart/index.ts';

/** Adds the goods of an order to the cart again; the answer has the reason for each that cannot be bought. */
export async function buyAgain(
  db: Db,
  buyer: Member,
  orderId: number,
  now: number,
): Promise<Answer<Calls['order.rebuy']['data']>> {
  const lines = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('orders.id', '=', orderId)
    .where('orders.company_id', '=', buyer.companyId)
    .where('order_lines.gift', '=', false)
    .groupBy(['order_lines.goods_id', 'order_lines.name'])
    .orderBy((eb) => eb.fn.min('order_lines.id'))
    .select((eb) => [
      'order_lines.goods_id',
      'order_lines.name',
      eb.fn.sum<number>('order_lines.number').as('number'),
    ])
    .execute();
  if (lines.length === 0) return refuse('notFound', { message: '订单不存在' });
  const params = lines.map(({ goods_id, number }) => ({ goods_id, number }));
  const added = await addPurchasable(db, buyer, params, now);
  const results = lines.map(({ name, number }, index) => {
    const result = added[index];
    const message = result && !result.ok ? result.message : '';
    return { name, number, ok: result?.ok === true, message };
  });
  const good = results.filter((result) => result.ok).length;
  const text =
    good === results.length
      ? '已全部加入购物车'
      : `${good} 种已加入购物车，${results.length - good} 种不能购买`;
  return ok({ added: good, refused: results.length - good, results }, text);
}

/** What {@link buyAgain} would put into the cart and what not, that first; the cart stays as it is. */
export async function estimateBuyAgain(
  db: Db,
  buyer: Member,
  orderId: number,
  now: number,
): Promise<Answer<Calls['order.rebuyEstimate']['data']>> {
  const answer = await inSavepoint(
    db,
    'trial',
    () => buyAgain(db, buyer, orderId, now),
    () => false,
  );
  if ('refusal' in answer) return answer;
  const { results, ...counts } = answer.data;
  return ok({ id: orderId, ...counts, results: results.toSorted((a, b) => Number(a.ok) - Number(b.ok)) });
}
