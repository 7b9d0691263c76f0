import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/kernel/db/schema.ts';
import type { Client, Reply } from './client.ts';
import type { Notes } from './drill.ts';

/** What the shop has acknowledged to its buyers. */
export interface Acknowledged {
  orders: Set<number>;
  paid: Set<number>;
  /** Refused for a reason of the trade, such as a shelf that is empty. */
  refused: number;
  /** Put off, to be sent again. */
  putOff: number;
  /** Connections that broke. */
  broken: number;
  /** ms from sending until an answer, of each. */
  times: number[];
}

const nothingYet = (): Acknowledged => ({
  orders: new Set(),
  paid: new Set(),
  refused: 0,
  putOff: 0,
  broken: 0,
  times: [],
});

/** A buyer with what it buys. */
export interface Trader {
  client: Client;
  goods: readonly number[];
}

/** Goods that anybody may buy by the piece. */
export async function plainGoods(client: Client): Promise<number[]> {
  const { data } = await client.insist('goods.list', { query: { stock: 1, sort: 'sales', page_size: 100 } });
  return data.list
    .filter(({ is_buy, multiple, qg_number }) => is_buy === 1 && multiple === 1 && qg_number <= 1)
    .map(({ id }) => id);
}

/** Is it an answer as every fault must be: in words, with a time to come again? */
function isClearPutOff({ status, message, retryAfter, data }: Reply): boolean {
  const fits = status === 504 ? JSON.stringify(data) === '{"repeatable":true}' : data === null;
  return fits && retryAfter !== null && /\p{Script=Han}/u.test(message);
}

/** Counts an answer, and notes one that no client should see. */
function take(reply: Reply, seen: Acknowledged, notes: Notes): void {
  if (reply.status === 0) {
    seen.broken += 1;
    return;
  }
  seen.times.push(reply.ms);
  if (reply.status < 500) return;
  seen.putOff += 1;
  const isPutOff = reply.status === 503 || reply.status === 504;
  notes.expect(isPutOff && isClearPutOff(reply), `not a clear answer: ${reply.status} ${reply.message}`);
}

/** Buys, orders and pays one thing after another until it is told to end; what was begun is then brought to its end. */
export async function trade(
  { client, goods }: Trader,
  ending: AbortSignal,
  seen: Acknowledged,
  notes: Notes,
): Promise<void> {
  const each = (reply: Reply) => take(reply, seen, notes);
  const once = () => ({ key: randomUUID() });
  for (let turn = 0; !ending.aborted; turn += 1) {
    const params = [{ goods_id: goods[turn % goods.length] ?? 0, number: 1 + (turn % 3) }];
    const added = await client.insist('cart.add', { body: { params } }, once(), each);
    const { ids } = added.data ?? {};
    const shown = ids && (await client.insist('cart.checkout', { body: { ids } }, {}, each));
    const address_id = shown?.data?.address_id ?? null;
    const made =
      address_id !== null &&
      ids &&
      (await client.insist('order.create', { body: { ids, address_id } }, once(), each));
    if (!made || made.status !== 201) {
      seen.refused += 1;
      continue;
    }
    for (const id of made.data.ids) {
      seen.orders.add(id);
      const inputs = { params: { order_id: String(id) }, body: { method: 'balance' } } as const;
      const paid = await client.insist('pay.start', inputs, once(), each);
      if (paid.status < 300) seen.paid.add(id);
      else seen.refused += 1;
    }
  }
}

/** Buyers at work. */
export interface Trading {
  seen: Acknowledged;
  /** Until so many more orders are acknowledged. @throws what a buyer meets */
  more(orders: number): Promise<void>;
  /** Lets them bring to an end what they have begun. */
  end(): Promise<void>;
}

/** Puts buyers to work, each from another of the same goods on. */
export async function startTrading(clients: readonly Client[], notes: Notes): Promise<Trading> {
  const [first] = clients;
  const goods = first ? await plainGoods(first) : [];
  const seen = nothingYet();
  const ending = new AbortController();
  const working = Promise.all(
    clients.map((client, index) => {
      const own = [...goods.slice(index), ...goods.slice(0, index)];
      return trade({ client, goods: own }, ending.signal, seen, notes);
    }),
  );
  // Awaited by `more` and `end`, where it is reported.
  working.catch(() => {});
  return {
    seen,
    async more(orders) {
      for (const goal = seen.orders.size + orders; seen.orders.size < goal; )
        await Promise.race([sleep(20), working]);
    },
    async end() {
      ending.abort();
      await working;
    },
  };
}

/** What was acknowledged is there, and nothing else came since: neither lost nor half done nor done twice. */
export async function compareOrders(
  db: Db,
  { orders, paid }: Acknowledged,
  since: number,
  notes: Notes,
): Promise<void> {
  const rows = await db.selectFrom('orders').where('id', '>', since).select(['id', 'paid_at']).execute();
  const kept = new Map(rows.map(({ id, paid_at }) => [id, paid_at]));
  for (const id of orders) notes.expect(kept.has(id), `order ${id} was acknowledged and is lost`);
  for (const id of kept.keys()) notes.expect(orders.has(id), `order ${id} was made, and nobody was told`);
  for (const id of paid)
    notes.expect((kept.get(id) ?? null) !== null, `the payment of order ${id} was acknowledged and is lost`);
}

/** The last order so far. */
export async function lastOrder(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('last'))
    .executeTakeFirstOrThrow();
  return last;
}
