import type { OrderList } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** A company's order lists (常购清单), the last changed first. */
export async function allLists(db: Db, companyId: number): Promise<OrderList[]> {
  return db
    .selectFrom('order_lists')
    .where('company_id', '=', companyId)
    .select((eb) => [
      'id',
      'name',
      'updated_at',
      eb
        .selectFrom('order_list_goods')
        .whereRef('list_id', '=', 'order_lists.id')
        .select((inner) => inner.fn.countAll<number>().as('kinds'))
        .$asScalar()
        .$notNull()
        .as('kinds'),
    ])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** A list of the company, or null. */
export async function ownList(
  db: Db,
  companyId: number,
  id: number,
): Promise<{ id: number; name: string } | null> {
  const list = await db
    .selectFrom('order_lists')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select(['id', 'name'])
    .executeTakeFirst();
  return list ?? null;
}

/** Goods and quantities of a list in the order in which they were added; a page of them, or all. */
export async function goodsOf(
  db: Db,
  listId: number,
  paging?: { page: number; pageSize: number },
): Promise<{ goods_id: number; number: number }[]> {
  return db
    .selectFrom('order_list_goods')
    .innerJoin('goods', 'goods.id', 'order_list_goods.goods_id')
    .where('list_id', '=', listId)
    .select(['goods_id', 'number'])
    .orderBy('order_list_goods.created_at')
    .orderBy('goods_id')
    .$if(paging !== undefined, (query) =>
      query.limit(paging?.pageSize ?? 0).offset(((paging?.page ?? 1) - 1) * (paging?.pageSize ?? 0)),
    )
    .execute();
}

export async function countGoods(db: Db, listId: number): Promise<number> {
  const { total } = await db
    .selectFrom('order_list_goods')
    .where('list_id', '=', listId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
