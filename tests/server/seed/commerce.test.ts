import { expect, it, onTestFinished } from 'vitest';
import { overdueReceipt } from '#server/modules/compliance/receipts/open.ts';
import { checkBooks } from '#server/modules/ledger/books/check-books.ts';
import { balanceOf } from '#server/modules/ledger/ledger.ts';
import { pointsOf } from '#server/modules/ledger/points/points.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { companyOf } from '../support/shelf.ts';
import { openDemoStore, START } from '../support/store.ts';

it('the demo shop opens with its books in order', { timeout: 60_000 }, async () => {
  const store = await openDemoStore({ goods: 300 });
  onTestFinished(() => store.close());
  const demo = await companyOf(store.db, 'demo');
  expect(await balanceOf(store.db, { wallet: demo })).toBe(500_000);
  expect(await pointsOf(store.db, demo)).toBe(8000);
  expect(await balanceOf(store.db, { wallet: await companyOf(store.db, 'buyer-50') })).toBe(100_000_000);
  const books = await checkBooks(store.db);
  expect(books.breaches).toEqual([]);
  const receipts = await store.db
    .selectFrom('hm_receipts')
    .where('company_id', '=', demo)
    .orderBy('order_id')
    .select(['status', 'due_at'])
    .execute();
  expect(receipts.map(({ status }) => status)).toEqual([50, -10, 20, 10]);
  // Those that are still owed do not keep the demo from ordering.
  expect(await overdueReceipt(store.db, demo, START + DAY)).toBe(null);
  const states = Object.keys(books.orders).toSorted();
  expect(states).toEqual(['-10', '-11', '-12', '10', '15', '20', '30', '35', '40', '50']);
});
