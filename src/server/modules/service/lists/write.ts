import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { addPurchasable } from '../../cart/index.ts';
import { goodsOf, ownList } from './read.ts';

/** Lists of one company and goods of one list at most. */
const MAX_LISTS = 100;
const MAX_GOODS = 5000;

const GONE = { message: '这个清单已经不在了' };

export interface GoodsQuantity {
  goods_id: number;
  number: number;
}

/** A new, empty list; refused when the name is taken or there are too many. */
export async function makeList(
  db: Db,
  companyId: number,
  name: string,
  now: number,
): Promise<{ id: number } | Refused> {
  const text = name.trim();
  if (text === '') return refuseField('name', '请填写清单的名称');
  const { lists } = await db
    .selectFrom('order_lists')
    .where('company_id', '=', companyId)
    .select((eb) => eb.fn.countAll<number>().as('lists'))
    .executeTakeFirstOrThrow();
  if (lists >= MAX_LISTS) return refuseField('name', `最多 ${MAX_LISTS} 个清单`);
  const row = await db
    .insertInto('order_lists')
    .values({ company_id: companyId, name: text, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row ?? refuseField('name', '已有同名的清单');
}

/** Adds goods to a list, or updates their quantities; unknown goods are skipped. */
async function putGoods(
  db: Db,
  listId: number,
  goods: readonly GoodsQuantity[],
  now: number,
): Promise<Refused | null> {
  const ids = goods.map(({ goods_id }) => goods_id);
  const quantities = goods.map(({ number }) => number);
  await sql`
    INSERT INTO order_list_goods (list_id, goods_id, number, created_at)
    SELECT ${listId}::integer, goods.id, max(input.number), ${now}::bigint
    FROM unnest(${ids}::integer[], ${quantities}::integer[]) AS input (goods_id, number)
    JOIN goods ON goods.id = input.goods_id
    GROUP BY goods.id
    ON CONFLICT (list_id, goods_id) DO UPDATE SET number = excluded.number`.execute(db);
  const { total } = await db
    .selectFrom('order_list_goods')
    .where('list_id', '=', listId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total > MAX_GOODS) return refuseField('goods', `一个清单最多 ${MAX_GOODS} 个品种`);
  await db.updateTable('order_lists').set({ updated_at: now }).where('id', '=', listId).execute();
  return null;
}

/** Adds goods to a list of the company, or to a new one of this name. */
export async function addToList(
  db: Db,
  companyId: number,
  input: { list_id?: number | undefined; name?: string | undefined; goods: readonly GoodsQuantity[] },
  now: number,
): Promise<Answer<{ id: number; name: string }>> {
  const known = input.list_id === undefined ? null : await ownList(db, companyId, input.list_id);
  if (input.list_id !== undefined && !known) return refuse('notFound', GONE);
  const list = known ?? (await makeList(db, companyId, input.name ?? '', now));
  if ('refusal' in list) return list;
  const name = known?.name ?? (input.name ?? '').trim();
  const refused = await putGoods(db, list.id, input.goods, now);
  return refused ?? made({ id: list.id, name }, `已存入“${name}”`);
}

/** Creates a list of the goods of an order of the company, or of its cart. */
export async function createListFrom(
  db: Db,
  companyId: number,
  { name, order_id }: { name: string; order_id?: number | undefined },
  now: number,
): Promise<Answer<{ id: number; name: string }>> {
  const goods =
    order_id === undefined
      ? await db
          .selectFrom('cart_lines')
          .where('company_id', '=', companyId)
          .select(['goods_id', 'number'])
          .execute()
      : await db
          .selectFrom('order_lines')
          .innerJoin('orders', 'orders.id', 'order_lines.order_id')
          .where('orders.company_id', '=', companyId)
          .where('orders.id', '=', order_id)
          .where('order_lines.gift', '=', false)
          .select(['goods_id', 'order_lines.number'])
          .execute();
  if (goods.length === 0) return refuse('notFound', { message: '没有可以存入清单的商品' });
  return addToList(db, companyId, { name, goods }, now);
}

/** Adds a list's goods to the cart, as far as they can be bought. */
export async function listToCart(
  db: Db,
  buyer: Member,
  { id, goodsIds }: { id: number; goodsIds: readonly number[] | undefined },
  now: number,
): Promise<Answer<{ added: number; failed: number; problems: string[] }>> {
  const list = await ownList(db, buyer.companyId, id);
  if (!list) return refuse('notFound', GONE);
  const items = (await goodsOf(db, id)).filter(
    ({ goods_id }) => goodsIds === undefined || goodsIds.includes(goods_id),
  );
  return addToCart(db, buyer, items, now);
}

/** Problems that one answer lists; further ones are counted. */
const MAX_PROBLEMS = 5;

/** Adds goods to the cart as far as they can be bought; the answer has the number added and the problems of the others. */
export async function addToCart(
  db: Db,
  buyer: Member,
  goods: readonly GoodsQuantity[],
  now: number,
): Promise<Answer<{ added: number; failed: number; problems: string[] }>> {
  if (goods.length === 0) return refuse('invalid', { message: '没有选中商品' });
  const added = await addPurchasable(
    db,
    buyer,
    goods.map(({ goods_id, number }) => ({ goods_id, number })),
    now,
  );
  const problems = added.flatMap((one) => (one.ok ? [] : [one.message]));
  const count = added.length - problems.length;
  const text = `${count} 个品种已加入购物车`;
  const rest =
    problems.length > 0
      ? `，${problems.length} 个未能加入：${problems.slice(0, MAX_PROBLEMS).join('；')}`
      : '';
  if (count === 0)
    return refuse('invalid', { message: `都未能加入购物车：${problems.slice(0, MAX_PROBLEMS).join('；')}` });
  return ok(
    { added: count, failed: problems.length, problems: problems.slice(0, MAX_PROBLEMS) },
    text + rest,
  );
}
