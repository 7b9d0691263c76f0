import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, ok, type Refused, refuseField } from '../../../kernel/result/answer.ts';
import { loadCartFacts } from '../queries/facts.ts';
import { savedGoods } from '../queries/saved.ts';
import { addPurchasable } from './add-purchasable.ts';
import { lockCart, removeLines } from './write.ts';

const MAX_SAVED = 500;
const MAX_UNITS = 999_999;

/**
 * Moves lines from the cart to what the company keeps for another day. Sets and exchanges stay: they hold only together
 * with the rest of the cart. Run it in a transaction.
 */
export async function saveForLater(
  db: Db,
  buyer: Member,
  ids: readonly number[],
  now: number,
): Promise<Refused | null> {
  const { companyId } = buyer;
  await lockCart(db, companyId);
  const lines = (await loadCartFacts(db, buyer, now, { ids })).filter(
    ({ parts, promotion_id }) => parts.length === 0 && promotion_id === null,
  );
  if (lines.length === 0) return refuseField('ids', '请选择单品；组合与换购商品不能稍后再买');
  for (const line of lines) {
    await db
      .insertInto('cart_saved')
      .values({
        company_id: companyId,
        goods_id: line.goods_id,
        warehouse_id: line.warehouse_id,
        number: line.number,
        created_at: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'goods_id', 'warehouse_id']).doUpdateSet({
          number: sql<number>`least(${MAX_UNITS}, cart_saved.number + excluded.number)`,
          created_at: now,
        }),
      )
      .execute();
  }
  const { total } = await db
    .selectFrom('cart_saved')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total > MAX_SAVED) return refuseField('ids', `稍后再买最多 ${MAX_SAVED} 个品种`);
  await removeLines(
    db,
    companyId,
    lines.map(({ id }) => id),
  );
  return null;
}

/** Puts kept goods back into the cart, as far as they can be bought; the others stay, with the reason. Run it in a transaction. */
export async function restoreSaved(
  db: Db,
  buyer: Member,
  ids: readonly number[],
  now: number,
): Promise<Answer<Calls['cart.restore']['data']>> {
  const kept = (await savedGoods(db, buyer, now)).filter(({ id }) => ids.includes(id));
  if (kept.length === 0) return refuseField('ids', '请选择要移回购物车的商品');
  const params = kept.map(({ goods_id, number, ck_id }) => ({ goods_id, number, ck_id }));
  const added = await addPurchasable(db, buyer, params, now);
  const refused = added.flatMap((result) => (result.ok ? [] : [result.message]));
  const back = kept.filter((_, index) => added[index]?.ok).map(({ id }) => id);
  const [reason] = refused;
  if (back.length === 0) return refuseField('ids', reason ?? '没有可以购买的商品');
  await dropSaved(db, buyer.companyId, back);
  const message =
    reason === undefined ? '已移回购物车' : `移回 ${back.length} 种，${refused.length} 种留下：${reason}`;
  return ok({ restored: back.length, refused: refused.length }, message);
}

/** Forgets kept goods; ids of other companies are ignored. */
export async function dropSaved(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom('cart_saved').where('company_id', '=', companyId).where('id', 'in', ids).execute();
}
