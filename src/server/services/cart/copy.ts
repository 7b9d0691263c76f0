import type { Calls } from '#generated/calls.ts';
import { type Answer, ok, refuseField } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import { tell } from '../../push/tell.ts';
import type { Member } from '../../visitor.ts';
import { addPossible } from './add-possible.ts';
import { cartLines, loadFacts } from './facts.ts';

type Copied = Calls['cart.copy']['data'];

/** The other stores of the buyer's chain, by their members: whose carts the buyer may fill (domain §1 ddgl). */
export async function copyTargets(db: Db, buyer: Member) {
  const own = await db
    .selectFrom('companies')
    .where('id', '=', buyer.companyId)
    .select(['id', 'parent_id'])
    .executeTakeFirstOrThrow();
  const head = own.parent_id ?? own.id;
  return db
    .selectFrom('members')
    .innerJoin('companies', 'companies.id', 'members.company_id')
    .where((eb) => eb.or([eb('companies.id', '=', head), eb('companies.parent_id', '=', head)]))
    .where('companies.id', '<>', buyer.companyId)
    .where('companies.approval', '=', 'approved')
    .orderBy('members.id')
    .select([
      'members.id',
      'companies.id as companyId',
      'companies.name as company',
      'companies.type as companyType',
      'companies.scopes',
      'companies.level',
    ])
    .execute();
}

/**
 * Copies lines of the buyer's cart into the carts of other stores of the chain. Each store's own scope, caps and stock
 * decide; every line is answered for, with the reason where it could not be copied. Run it in a transaction.
 */
export async function copyLines(
  db: Db,
  buyer: Member,
  wish: { ids: readonly number[]; userIds: readonly number[] },
  now: number,
): Promise<Answer<Copied>> {
  const targets = await copyTargets(db, buyer);
  const unknown = wish.userIds.find((id) => targets.every((target) => target.id !== id));
  if (unknown !== undefined) return refuseField('other_user_ids', '只能复制到本企业的其他门店');
  const facts = await loadFacts(db, buyer, now, { ids: wish.ids });
  if (facts.length === 0) return refuseField('ids', '请选择要复制的商品');
  const choices = new Map((await cartLines(db, buyer.companyId)).map(({ id, choice }) => [id, choice]));
  const results: Copied['results'] = [];
  // In the order of companies, so that two copies at once do not wait for each other's carts.
  const chosen = targets.filter(({ id }) => wish.userIds.includes(id));
  for (const target of chosen.toSorted((a, b) => a.companyId - b.companyId)) {
    const { id: userId, company, ...rest } = target;
    const store: Member = { ...rest, id: userId, role: 'approved', sessionId: '' };
    const params = facts.map((line) => ({
      goods_id: line.goods_id,
      number: line.number,
      ck_id: line.warehouse_id,
      type: line.type,
      ...(line.promotion_id === null ? {} : { goods_price_id: line.promotion_id }),
      ...(line.parts.length === 0 ? {} : { choice: choices.get(line.id) ?? [] }),
    }));
    const added = await addPossible(db, store, params, now);
    for (const [index, line] of facts.entries()) {
      const outcome = added[index];
      const message = outcome && !outcome.ok ? outcome.message : '';
      results.push({ user_id: userId, company, id: line.id, name: line.name, ok: message === '', message });
    }
    await tell(db, ['cart.list', 'cart.total'], { member: userId });
  }
  const copied = results.filter((result) => result.ok).length;
  const refused = results.length - copied;
  const words = refused === 0 ? `已复制 ${copied} 行` : `已复制 ${copied} 行，${refused} 行未能复制`;
  return ok({ copied, refused, results }, words);
}
