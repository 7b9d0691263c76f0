import { dropChanged } from '#server/kernel/db/memory.ts';
import { PARTS } from '#server/modules/index.ts';
import { addForm, type Card, isSoldSingly } from '../../bench/server/members.ts';
import type { Form } from './read.ts';
import type { Reader, Shop } from './shop.ts';

/** One thing that a shop does again and again. */
export interface Work {
  name: string;
  run(shop: Shop): Promise<unknown>;
}

const read = (name: string, reader: Reader, path: string): Work => ({
  name,
  run: (shop) => shop.request(reader, path),
});

/** Reads what stands first in a list. */
const readFirst = (name: string, reader: Reader, list: string, path = list): Work => ({
  name,
  async run(shop) {
    const { list: found } = (await shop.request(reader, list)) as { list: readonly { id: number }[] };
    if (!found[0]) throw new Error(`${list} is empty`);
    return shop.request(reader, `${path}/${found[0].id}`);
  },
});

const job = (name: string): Work => ({ name: `job: ${name}`, run: (shop) => shop.runJob(name) });

const search = (keywords: string) => `/api/goods/list?page=1&keywords=${encodeURIComponent(keywords)}`;

const READS: readonly Work[] = [
  read('goods list', 'buyer-01', '/api/goods/list?page=1'),
  read('goods list, in stock, by sales', 'buyer-01', '/api/goods/list?page=1&stock=1&sort=sales'),
  read('search by a name', 'buyer-01', search('阿莫西林')),
  read('search by letters', 'buyer-01', search('amxl')),
  read('search that finds nothing', 'buyer-01', search('amxlx')),
  read('search suggestion', 'buyer-01', '/api/goods/search?keywords=amxl&type=goods'),
  readFirst(
    'list and detail of its first',
    'buyer-01',
    '/api/goods/list?page=1&sort=sales',
    '/api/goods/detail',
  ),
  readFirst(
    'own purchases of a good',
    'buyer-01',
    '/api/goods/list?page=1&sort=sales',
    '/api/goods/purchases',
  ),
  read('cart', 'buyer-01', '/api/cart/list'),
  read('own orders', 'buyer-01', '/api/order?page=1'),
  read('own orders, done', 'buyer-01', '/api/order?page=1&status=50'),
  readFirst('own orders and the newest', 'buyer-01', '/api/order'),
  read('account centre', 'buyer-01', '/api/user/overview'),
  read('messages', 'buyer-01', '/api/message?page=1'),
  read('wallet', 'buyer-01', '/api/user/user_money_log?page=1'),
  read('all orders', 'ops', '/api/ops/order?page=1'),
  read('all orders, to be shipped', 'ops', '/api/ops/order?page=1&status=30'),
  readFirst('all orders and the newest', 'ops', '/api/ops/order'),
  read('all members', 'ops', '/api/ops/member?page=1'),
  read('audit log', 'ops', '/api/ops/log?page=1'),
  ...['阿莫西林', 'amxl', '药店', '13900000009', '202611', 'SW000001'].map((keywords) =>
    read(`search of staff: ${keywords}`, 'ops', `/api/ops/search?keywords=${encodeURIComponent(keywords)}`),
  ),
  read('dashboard', 'ops', '/api/ops/summary'),
];

/** A unit of what sells best, from the cart to the payment. */
const PURCHASE: Work = {
  name: 'a purchase',
  async run(shop) {
    const send = <T>(path: string, form?: Form) => shop.request('buyer-01', path, form) as Promise<T>;
    const { list } = await send<{ list: readonly Card[] }>(
      '/api/goods/list?stock=1&sort=sales&page_size=100',
    );
    const good = list.find(isSoldSingly);
    if (!good) throw new Error('there is nothing to buy one unit of');
    const { ids: lines } = await send<{ ids: readonly number[] }>('/api/cart', addForm(good.id));
    const line = { 'ids[0]': String(lines[0]) };
    const { address_id: address } = await send<{ address_id: number }>('/api/cart/checkout', {
      ...line,
      new: '1',
    });
    const order = { ...line, address_id: String(address) };
    const { ids: orders } = await send<{ ids: readonly number[] }>('/api/order', order);
    await send(`/api/pay/${orders[0]}`);
    await send(`/api/pay/${orders[0]}`, { method: 'balance' });
  },
};

/** The books are the one job that adds up everything; it is measured by itself. */
export const BOOKS = 'books';

const jobs = [...PARTS.jobs.keys()].filter((name) => name !== BOOKS).map(job);

/** What buyers, staff and the schedule ask for, over and over. */
export const WORK: readonly Work[] = [...READS, PURCHASE, ...jobs];

/** Does it as a process would that has just started. */
export async function runCold(shop: Shop, work: Work): Promise<void> {
  dropChanged(shop.db, null);
  await work.run(shop);
}
