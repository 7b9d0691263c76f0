import type { Calls } from '#generated/calls.ts';
import { LINE_TYPE } from '#shop/domain/cart-totals.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, ok, refuseField } from '../../../kernel/result/answer.ts';
import { actAs, actingCompanies } from '../../identity/index.ts';
import { cartLines, lineName, loadCartFacts } from '../queries/facts.ts';
import { addPurchasable } from './add-purchasable.ts';

type Copied = Calls['cart.copy']['data'];

const NOT_PASSED = '这家门店还没有通过资质审核';

/** The companies whose carts the buyer may fill besides the current one: its own company and that company's stores. */
export async function copyTargets(db: Db, { id, companyId }: Member) {
  return db
    .selectFrom(actingCompanies(db).where('members.id', '=', id).as('acting'))
    .innerJoin('companies', 'companies.id', 'acting.companyId')
    .where('companies.id', '<>', companyId)
    .orderBy('companies.id')
    .select(['companies.id', 'companies.name as company'])
    .execute();
}

/**
 * Copies lines of the buyer's cart into the carts of its other stores. Each store's own scope, caps and stock
 * decide; the answer has every line, with the reason where it could not be copied. Run it in a transaction.
 */
export async function copyLines(
  db: Db,
  buyer: Member,
  input: { ids: readonly number[]; stores: readonly number[] },
  now: number,
): Promise<Answer<Copied>> {
  const targets = await copyTargets(db, buyer);
  const unknown = input.stores.find((id) => targets.every((target) => target.id !== id));
  if (unknown !== undefined) return refuseField('other_user_ids', '只能复制到自己的门店');
  const facts = await loadCartFacts(db, buyer, now, { ids: input.ids });
  if (facts.length === 0) return refuseField('ids', '请选择要复制的商品');
  const choices = new Map((await cartLines(db, buyer.companyId)).map(({ id, choice }) => [id, choice]));
  const results: Copied['results'] = [];
  // In the order of companies, so that two copies at once do not wait for each other's carts.
  for (const { id, company } of targets.filter((target) => input.stores.includes(target.id))) {
    const store = await actAs(db, buyer, id, now);
    if (!store) return refuseField('other_user_ids', '只能复制到自己的门店');
    const params = facts.map((line) => ({
      goods_id: line.goods_id,
      number: line.number,
      ck_id: line.warehouse_id,
      // No flash sale is requested explicitly: where its stock is not enough, the ordinary price applies, as on adding.
      ...(line.type === LINE_TYPE.spike ? {} : { type: line.type }),
      ...(line.promotion_id === null ? {} : { goods_price_id: line.promotion_id }),
      ...(line.parts.length === 0 ? {} : { choice: choices.get(line.id) ?? [] }),
    }));
    const added =
      store.role === 'member'
        ? facts.map(() => ({ ok: false, message: NOT_PASSED }) as const)
        : await addPurchasable(db, store, params, now);
    for (const [index, line] of facts.entries()) {
      const outcome = added[index];
      const message = outcome && !outcome.ok ? outcome.message : '';
      const ok_text = message === '' ? '已复制' : '未复制';
      results.push({
        user_id: id,
        company,
        id: line.id,
        name: lineName(line),
        ok: message === '',
        ok_text,
        message,
      });
    }
  }
  const copied = results.filter((result) => result.ok).length;
  const refused = results.length - copied;
  const words = refused === 0 ? `已复制 ${copied} 行` : `已复制 ${copied} 行，${refused} 行未能复制`;
  return ok({ copied, refused, results }, words);
}
