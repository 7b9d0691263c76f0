import type { Calls } from '#generated/calls.ts';
import { priceCart } from '#shop/domain/cart.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { stockIn } from '../../inventory/index.ts';
import { explanationAnswer } from './explain.ts';
import { lineGoods } from './line-goods.ts';
import { entryOf, type PricingContext, priceFacts } from './price.ts';
import { goodsNotice } from './rules.ts';

/** A good and a quantity, priced as the only line of a cart. */
export interface HintQuery {
  goodsId: number;
  quantity: number;
  warehouseId: number | undefined;
  type: number | undefined;
}

/**
 * Price of a quantity of a good, the explanation of the price, and what is missing to the next step of its ladder or
 * the next tier of its promotions (spec §9). Refuses with the reason where the buyer may not buy the good.
 */
export async function nextHint(
  db: Db,
  buyer: Member,
  { goodsId, quantity, warehouseId, type }: HintQuery,
  context: PricingContext,
): Promise<Answer<Calls['cart.nextHint']['data']>> {
  const goods = (await lineGoods(db, buyer, context.now, [goodsId])).get(goodsId);
  if (!goods) return refuse('notFound');
  const notice = goodsNotice(goods, buyer);
  if (notice !== null) return refuseField('goods_id', notice);
  const warehouse = warehouseId ?? goods.home_id;
  const line = {
    ...goods,
    ...stockIn(goods.batches, warehouse),
    id: 1,
    type: type ?? LINE_TYPE.spike,
    number: quantity,
    selected: true,
    warehouse_id: warehouse,
    warehouse_name: '',
    promotion_id: null,
    manjian_id: null,
    seen_fen: null,
    seen_notice: null,
    parts: [],
  };
  const { terms } = await priceFacts(db, buyer, [line], context);
  // The hint does not depend on the stock: it is the same for a good that is short.
  const { lines } = priceCart([{ ...entryOf(line, true), stock: quantity }], terms);
  const [priced] = lines;
  if (!priced) throw new Error('one line was priced, and none came back');
  const hints = [
    priced.ladderHint,
    priced.dpbyHint,
    ...priced.explanation.missed.map(({ label, reason }) => `${label}：${reason}`),
  ];
  return ok({
    price: toYuan(priced.price),
    amount: toYuan(priced.amount),
    hints: hints.filter((hint) => hint !== null),
    explanation: explanationAnswer(priced.explanation),
  });
}
