import { fitQuantity } from '#shop/domain/quantity.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { stockIn } from '../../inventory/index.ts';
import { multipleOf } from '../../pricing/index.ts';
import { lineGoods } from '../queries/line-goods.ts';
import { addLines } from './add.ts';

/** Adds the least quantity of a good that may be bought. Run it in a transaction. */
export async function quickAdd(
  db: Db,
  buyer: Member,
  goodsId: number,
  now: number,
): Promise<{ ids: number[]; total: number } | Refused> {
  const goods = (await lineGoods(db, buyer, now, [goodsId])).get(goodsId);
  if (!goods) return refuse('notFound', { message: '商品不存在或已下架' });
  const limits = {
    minimum: goods.min_number,
    multiple: multipleOf(goods),
    stock: stockIn(goods.batches, goods.home_id).stock,
    perOrder: goods.cap_order,
    allowance: null,
  };
  // Where no quantity fits, one step is tried all the same: the refusal then gives the reason.
  const number = fitQuantity(goods.min_number, limits) || limits.multiple;
  const added = await addLines(db, buyer, [{ goods_id: goodsId, number }], now);
  // The caller sent the id of a good and nothing else.
  return 'refusal' in added ? refuseField('id', added.message) : added;
}
