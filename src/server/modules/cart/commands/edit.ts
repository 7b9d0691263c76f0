import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { cartLines, loadCartFacts } from '../queries/facts.ts';
import { lineProblem } from '../queries/rules.ts';
import { notifyCart } from './notify.ts';
import { seenColumns } from './see.ts';
import { lockCart } from './write.ts';

/**
 * Changes a line's quantity, within the limits of its good. Run it in a transaction.
 * @returns the refusal; null when the quantity was changed
 */
export async function editLine(
  db: Db,
  buyer: Member,
  edit: { id: number; number: number; now: number },
): Promise<Refused | null> {
  // Pipelined, and answered in this order: the lines are read under the lock.
  const [, lines] = await Promise.all([lockCart(db, buyer.companyId), cartLines(db, buyer.companyId)]);
  const edited = lines.find(({ id }) => id === edit.id);
  if (!edited) return refuse('notFound', { message: '购物车中没有这件商品' });
  const after = lines.map((line) => (line === edited ? { ...line, number: edit.number } : line));
  const cart = await loadCartFacts(db, buyer, edit.now, { goodsIds: [edited.goods_id] }, { lines: after });
  const line = cart.find((row) => row.id === edit.id);
  const problem = line && lineProblem(line, cart);
  if (problem) return refuseField('params.number', problem.text);
  await db
    .updateTable('cart_lines')
    .set({ number: edit.number, ...(line && seenColumns(line, cart, buyer)) })
    .where('id', '=', edit.id)
    .execute();
  await notifyCart(db, buyer.companyId);
  return null;
}
