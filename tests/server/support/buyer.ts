import type { Calls } from '#generated/calls.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { book, USE_TYPE } from '#server/modules/ledger/ledger.ts';
import { DAY } from '#shop/domain/calendar.ts';
import type { Browser, Reply } from './browser.ts';
import { companyOf } from './shelf.ts';
import { START } from './store.ts';

/** Puts goods into the buyer's cart and answers the lines' ids. */
export async function fillCart(buyer: Browser, goods: Record<number, number>): Promise<number[]> {
  const params = Object.entries(goods).map(([id, number]) => ({ goods_id: Number(id), number }));
  const { data, message } = await buyer.call('cart.add', { body: { params } });
  if (!data?.ids) throw new Error(message);
  return data.ids;
}

/** The buyer's own address. */
export async function addressOf(db: Db, username: string): Promise<number> {
  const { id } = await db
    .selectFrom('addresses')
    .where('company_id', '=', await companyOf(db, username))
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Checks out everything that is named, and answers what the server said. */
export function order(
  buyer: Browser,
  body: Calls['order.create']['body'],
  headers: Record<string, string> = {},
): Promise<Reply<Calls['order.create']['data']>> {
  return buyer.call('order.create', { body, headers });
}

/** An order of so many units of a good by `demo`, placed so many days before `START`, and paid unless it is said. */
export async function orderedBefore(
  db: Db,
  demo: Browser,
  { goods, number = 1, days, paid = true }: { goods: number; number?: number; days: number; paid?: boolean },
): Promise<void> {
  const ids = await fillCart(demo, { [goods]: number });
  await order(demo, { ids, address_id: await addressOf(db, 'demo') });
  const { id } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  if (paid) {
    const body = { method: 'balance', use_balance: 0 } as const;
    const { code, message } = await demo.call('pay.start', { params: { order_id: String(id) }, body });
    if (code !== 200) throw new Error(message);
  }
  await db
    .updateTable('orders')
    .set({ created_at: START - days * DAY })
    .where('id', '=', id)
    .execute();
}

/** Puts money into a company's wallet, in yuan. */
export async function giveMoney(db: Db, username: string, yuan: number): Promise<void> {
  await book(db, {
    from: { shop: 'grants' },
    to: { wallet: await companyOf(db, username) },
    amount: yuan * 100,
    useType: USE_TYPE.topUp,
    memo: '充值',
    at: START,
  });
}

/** Fails the test that just ran when stock, orders, money or promotions no longer agree. */
export async function auditBooks(db: Db): Promise<void> {
  const { breaches } = await checkBooks(db);
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
}
