import { dropChanged } from '#server/kernel/db/memory.ts';
import type { JsonSchema, ServerRegistry } from '#server/kernel/http/contracts.ts';
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

/** What is read with a query, or of what another call has found. */
const CHOSEN: readonly Work[] = [
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
  read('own orders, done', 'buyer-01', '/api/order?page=1&status=50'),
  readFirst('own orders and the newest', 'buyer-01', '/api/order'),
  read('all orders, to be shipped', 'ops', '/api/ops/order?page=1&status=30'),
  readFirst('all orders and the newest', 'ops', '/api/ops/order'),
  ...['阿莫西林', 'amxl', '药店', '13900000009', '202611', 'SW000001'].map((keywords) =>
    read(`search of staff: ${keywords}`, 'ops', `/api/ops/search?keywords=${encodeURIComponent(keywords)}`),
  ),
];

const hasRequired = (query: JsonSchema): boolean => (query['required'] as readonly string[]).length > 0;

/** Every call that answers without being told of what, read by who may. */
function plainReads({ contracts }: Pick<ServerRegistry, 'contracts'>): Work[] {
  const plain = Object.entries(contracts).filter(
    ([, { method, path, query }]) => method === 'GET' && !path.includes('{') && !hasRequired(query),
  );
  return plain.map(([name, { access, path }]) => read(name, access === 'staff' ? 'ops' : 'buyer-01', path));
}

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
export const worksOf = (registry: Pick<ServerRegistry, 'contracts'>): readonly Work[] => [
  ...plainReads(registry),
  ...CHOSEN,
  PURCHASE,
  ...jobs,
];

/** Does it as a process would that has just started. Answers what it was answered. */
export function runCold(shop: Shop, work: Work): Promise<unknown> {
  dropChanged(shop.db, null);
  return work.run(shop);
}
