import type { Calls } from '#generated/calls.ts';
import { toYuan } from '#shop/domain/money.ts';
import { quote } from '#shop/domain/price.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { stockIn } from '../../inventory/index.ts';
import { lineGoods } from './line-goods.ts';
import { plainEntry } from './price.ts';
import { goodsNotice } from './rules.ts';

type Saved = Calls['cart.saved']['data']['list'][number];

/** What a company keeps for another day, the latest first, with the price of today and whether it can be bought. */
export async function savedGoods(db: Db, buyer: Member, now: number): Promise<Saved[]> {
  const rows = await db
    .selectFrom('cart_saved as saved')
    .innerJoin('warehouses', 'warehouses.id', 'saved.warehouse_id')
    .where('saved.company_id', '=', buyer.companyId)
    .orderBy('saved.created_at', 'desc')
    .orderBy('saved.id', 'desc')
    .select([
      'saved.id',
      'saved.goods_id',
      'saved.number',
      'saved.warehouse_id',
      'warehouses.name as ck_name',
    ])
    .execute();
  const goods = await lineGoods(
    db,
    buyer,
    now,
    rows.map(({ goods_id }) => goods_id),
  );
  return rows.flatMap(({ warehouse_id, ...row }): Saved[] => {
    const own = goods.get(row.goods_id);
    if (!own) return [];
    const { basePrice, ladder } = plainEntry(own, row.number);
    const { price } = quote({ basePrice, ladder, offers: [] }, row.number);
    const left = stockIn(own.batches, warehouse_id).stock;
    const notice = goodsNotice(own, buyer) ?? (left > 0 ? null : '库存不足');
    return [
      {
        ...row,
        ck_id: warehouse_id,
        name: own.name,
        sccj: own.maker,
        ypgg: own.spec,
        bzdw: own.unit,
        image: `/img/goods/${row.goods_id}.svg`,
        ...(buyer.role === 'member' ? {} : { price: toYuan(price) }),
        ...(notice === null ? {} : { notice }),
      },
    ];
  });
}
