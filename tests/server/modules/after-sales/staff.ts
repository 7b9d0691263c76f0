import type { Db } from '#server/kernel/db/schema.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { addressOf, fillCart, giveMoney, order } from '../../support/buyer.ts';
import { companyOf, makeGoods } from '../../support/shelf.ts';

/** A buyer with money, and the staff of the same shop. */
export interface Counter {
  shop: TestApp;
  buyer: Browser;
  ops: Browser;
  company: number;
  address_id: number;
}

/** Opens a counter for `demo`. */
export async function openCounter(shop: TestApp): Promise<Counter> {
  return {
    shop,
    buyer: await shop.as('demo'),
    ops: await shop.as('ops'),
    company: await companyOf(shop.db, 'demo'),
    address_id: await addressOf(shop.db, 'demo'),
  };
}

/** Places an order of new goods, each with its price in yuan and number, and answers its id. */
export async function place(
  { shop, buyer, address_id }: Counter,
  goods: readonly {
    price: number;
    number: number;
    cost?: number;
    batches?: { number: number; expires: string }[];
    hm?: boolean;
  }[],
): Promise<number> {
  const wanted: Record<number, number> = {};
  for (const { number, hm = false, ...rest } of goods) {
    const id = await makeGoods(shop.db, { stock: 1000, hm, ...rest });
    wanted[id] = number;
  }
  const placed = await order(buyer, { ids: await fillCart(buyer, wanted), address_id });
  const [id] = placed.data?.ids ?? [];
  if (id === undefined) throw new Error(placed.message);
  return id;
}

/** Pays an order from the balance, which is filled for it. */
export async function pay({ shop, buyer }: Counter, id: number): Promise<void> {
  const params = { order_id: String(id) };
  const { data } = await buyer.call('pay.options', { params });
  await giveMoney(shop.db, 'demo', Math.ceil(data.due));
  await buyer.call('pay.start', { params, body: { method: 'balance' } });
}

/** Sends everything that an order still has to send. */
export function shipAll({ ops }: Counter, id: number) {
  return ops.call('ops-order.ship', { params: { id }, body: { carrier: '测试物流', tracking_no: 'T0001' } });
}

/** A file that the buyer has sent, as far as the database knows. */
export async function uploadOf(db: Db, companyId: number, kind: string): Promise<string> {
  const { id: member } = await db
    .selectFrom('members')
    .where('company_id', '=', companyId)
    .select('id')
    .executeTakeFirstOrThrow();
  const id = `${kind}${Math.floor(Math.random() * 1e9)}`;
  await db
    .insertInto('uploads')
    .values({
      id,
      kind,
      is_public: false,
      member_id: member,
      company_id: companyId,
      name: '凭证.png',
      type: 'image/png',
      size: 10,
      sha256: id,
      created_at: 0,
    })
    .execute();
  return id;
}
