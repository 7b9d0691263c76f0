import { randomUUID } from 'node:crypto';
import type { Db } from '#server/kernel/db/schema.ts';
import { givePoints, USE_TYPE } from '#server/modules/ledger/index.ts';
import { besideOthers } from '../../bench/machine.ts';
import type { Client, Reply } from './client.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, slowdown } from './drill.ts';
import { fillShelves, openShop, withShop } from './shop.ts';

/** Every buyer wants one of each kind: at the full scale 890 × 5, more than 2,000 for each 500 that there are. */
const SIZES = { small: { buyers: 24, units: 7 }, full: { buyers: 890, units: 500 } } as const;

/** Seconds in which a buyer is answered, on a machine of its own. */
const PATIENCE = 5;

const PLENTY = 100_000;

/** What there is too little of. */
interface Scarce {
  /** A good on the shelf, in no promotion. */
  goods: number;
  /** A fixed set, and goods of it. */
  set: { promotion: number; goods: number };
  /** A flash sale's good. */
  spike: number;
  /** A group-buy. */
  group: number;
  /** A good of the points mall. */
  points: number;
}

type Kind = keyof Scarce;

const KINDS = ['goods', 'set', 'spike', 'group', 'points'] as const satisfies readonly Kind[];

/** The oldest open promotion of a kind with one of its goods. */
async function openPromotion(
  db: Db,
  kind: string,
): Promise<{ promotion: number; goods: number; offer: number }> {
  const now = Math.floor(Date.now() / 1000);
  return db
    .selectFrom('promotions')
    .innerJoin('promotion_goods', 'promotion_goods.promotion_id', 'promotions.id')
    .innerJoin('goods', 'goods.id', 'promotion_goods.goods_id')
    .where('kind', '=', kind)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .where('withdrawn', '=', false)
    .where('goods.hm', '=', false)
    .where('goods.controlled', '=', false)
    .where('goods.split', '=', true)
    .where('min_number', '=', 1)
    .where('role', '=', 'goods')
    .orderBy('promotions.id')
    .select(['promotions.id as promotion', 'goods_id as goods', 'promotion_goods.id as offer'])
    .executeTakeFirstOrThrow();
}

/** Leaves just so many units of each kind. */
async function makeScarce(db: Db, units: number): Promise<Scarce> {
  const [set, spike, group] = await Promise.all(
    ['set', 'spike', 'group'].map((kind) => openPromotion(db, kind)),
  );
  if (!set || !spike || !group) throw new Error('the demo has no such promotions');
  const { id: goods } = await db
    .selectFrom('goods')
    .where('on_sale', '=', true)
    .where('in_stock', '=', true)
    .where('hm', '=', false)
    .where('controlled', '=', false)
    .where('split', '=', true)
    .where('min_number', '=', 1)
    .where('cap_order', 'is', null)
    .where('cap_month', 'is', null)
    .where('warehouse_id', '=', 1)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('promotion_goods').whereRef('goods_id', '=', 'goods.id').select('id'))),
    )
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow();
  const { id: points } = await db
    .selectFrom('points_goods')
    .where('kind', '=', 'goods')
    .where('on_sale', '=', true)
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow();
  await fillShelves(db, PLENTY);
  await db
    .updateTable('batches')
    .set((eb) => ({ stock: eb.ref('reserved') }))
    .where('goods_id', '=', goods)
    .execute();
  const { id: batch } = await db
    .selectFrom('batches')
    .where('goods_id', '=', goods)
    .where('warehouse_id', '=', 1)
    .orderBy('expires', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('batches')
    .set((eb) => ({ stock: eb('reserved', '+', units), expires: '2035-12-31' }))
    .where('id', '=', batch)
    .execute();
  await db
    .updateTable('promotions')
    .set((eb) => ({ stock: eb('sold', '+', units), member_limit: null }))
    .where('id', '=', set.promotion)
    .execute();
  await db
    .updateTable('promotion_goods')
    .set((eb) => ({ stock: eb('sold', '+', units), member_limit: null }))
    .where('id', 'in', [spike.offer, group.offer])
    .execute();
  await db
    .updateTable('points_goods')
    .set((eb) => ({ stock: eb('given', '+', units), points: 10 }))
    .where('id', '=', points)
    .execute();
  return { goods, set, spike: spike.goods, group: group.promotion, points };
}

async function giveEverybodyPoints(db: Db): Promise<void> {
  const members = await db
    .selectFrom('members')
    .where('username', 'like', 'buyer-%')
    .select('company_id')
    .execute();
  const at = Math.floor(Date.now() / 1000);
  for (const { company_id: companyId } of members)
    await givePoints(db, { companyId, points: 100, useType: USE_TYPE.gift, memo: '演练', at });
}

interface Want {
  buyer: Client;
  address: number;
  scarce: Scarce;
  each: (reply: Reply) => void;
}

const once = () => ({ key: randomUUID() });

/** One unit into the cart and out as an order; answers whether the buyer got it. */
async function orderOne({ buyer, address, each }: Want, line: object): Promise<boolean> {
  const added = await buyer.insist('cart.add', { body: { params: [line] } }, once(), each);
  if (!added.data?.ids) return false;
  const body = { ids: added.data.ids, address_id: address };
  return (await buyer.insist('order.create', { body }, once(), each)).status === 201;
}

const GET: Readonly<Record<Kind, (want: Want) => Promise<boolean>>> = {
  goods: (want) => orderOne(want, { goods_id: want.scarce.goods, number: 1, type: 0 }),
  set: (want) =>
    orderOne(want, {
      goods_id: want.scarce.set.goods,
      number: 1,
      type: 3,
      goods_price_id: want.scarce.set.promotion,
    }),
  spike: (want) => orderOne(want, { goods_id: want.scarce.spike, number: 1, type: 1 }),
  async group({ buyer, address, scarce, each }) {
    const body = { number: 1, address_id: address };
    const inputs = { params: { id: scarce.group }, body };
    return (await buyer.insist('activity.join', inputs, once(), each)).status < 300;
  },
  async points({ buyer, address, scarce, each }) {
    const body = { goods_id: scarce.points, number: 1, address_id: address };
    return (await buyer.insist('points.redeem', { body }, once(), each)).status < 300;
  },
};

/** What was sold of each kind, as the database has it; the goods of the kind `goods` by what is left. */
async function leftOver(db: Db, { goods, set, spike, group, points }: Scarce): Promise<Record<Kind, number>> {
  const shelf = await db
    .selectFrom('batches')
    .where('goods_id', '=', goods)
    .select((eb) => eb.fn.sum<number>('available').as('left'))
    .executeTakeFirstOrThrow();
  const sets = await db
    .selectFrom('promotions')
    .where('id', '=', set.promotion)
    .select((eb) => eb('stock', '-', eb.ref('sold')).as('left'))
    .executeTakeFirstOrThrow();
  const offer = (column: 'goods_id' | 'promotion_id', id: number) =>
    db
      .selectFrom('promotion_goods')
      .innerJoin('promotions', 'promotions.id', 'promotion_goods.promotion_id')
      .where(`promotion_goods.${column}`, '=', id)
      .where('promotions.kind', 'in', ['spike', 'group'])
      .where('promotion_goods.stock', 'is not', null)
      .orderBy('promotions.id')
      .select((eb) => eb('promotion_goods.stock', '-', eb.ref('promotion_goods.sold')).as('left'))
      .executeTakeFirstOrThrow();
  const mall = await db
    .selectFrom('points_goods')
    .where('id', '=', points)
    .select((eb) => eb('stock', '-', eb.ref('given')).as('left'))
    .executeTakeFirstOrThrow();
  return {
    goods: shelf.left,
    set: Number(sets.left),
    spike: Number((await offer('goods_id', spike)).left),
    group: Number((await offer('promotion_id', group)).left),
    points: Number(mall.left),
  };
}

async function rush(
  clients: readonly Client[],
  scarce: Scarce,
  notes: Notes,
): Promise<{ got: Record<Kind, number>; times: number[]; putOff: number }> {
  const addresses = await Promise.all(
    clients.map(async (client) => (await client.insist('address.list')).data.list[0]?.id ?? 0),
  );
  const got: Record<Kind, number> = { goods: 0, set: 0, spike: 0, group: 0, points: 0 };
  const times: number[] = [];
  let putOff = 0;
  const each = ({ status, message, ms }: Reply) => {
    times.push(ms);
    if (status === 503) putOff += 1;
    notes.expect(status !== 0, `no answer: ${message}`);
    notes.expect(status < 500 || status === 503, `${status} ${message}`);
  };
  await Promise.all(
    clients.map(async (buyer, index) => {
      const want = { buyer, address: addresses[index] ?? 0, scarce, each };
      // All kinds are rushed at once, each buyer beginning with another.
      for (let turn = 0; turn < KINDS.length; turn += 1) {
        const kind = KINDS[(index + turn) % KINDS.length] ?? 'goods';
        if (await GET[kind](want)) got[kind] += 1;
      }
    }),
  );
  return { got, times, putOff };
}

/** Far more buyers than units: each unit is sold once, and everybody is answered. */
export const lastUnit: Drill = {
  title: 'many buyers at once on the last units of goods, sets, flash sales, group-buys and the points mall',
  bound: { small: 900, full: 1200 },
  async run({ scale, ground }) {
    const { buyers, units } = SIZES[scale];
    const notes = createNotes();
    await withShop(openShop(ground), async (shop) => {
      const scarce = await shop.inspect(async (db) => {
        await giveEverybodyPoints(db);
        return makeScarce(db, units);
      });
      const clients = await shop.logInBuyers(buyers);
      const { result, others } = await besideOthers(() => rush(clients, scarce, notes));
      const { got, times, putOff } = result;
      const left = await shop.inspect((db) => leftOver(db, scarce));
      for (const kind of KINDS) {
        notes.figures[`${kind}: of ${units} sold to ${buyers} buyers`] = got[kind];
        // After the last unit of a flash sale its good is sold at the ordinary price.
        notes.expect(got[kind] <= units || kind === 'spike', `${kind}: ${got[kind]} sold of ${units}`);
        notes.expect(
          got[kind] >= units,
          `${kind}: only ${got[kind]} of ${units} sold, although all wanted it`,
        );
        notes.expect(left[kind] === 0, `${kind}: ${left[kind]} are left in the database`);
      }
      const slowest = quantile(times, 1) / slowdown(others);
      Object.assign(notes.figures, {
        answers: times.length,
        'answered, median, ms': Math.round(quantile(times, 0.5)),
        'answered, p99, ms': Math.round(quantile(times, 0.99)),
        'answered, slowest, ms': Math.round(quantile(times, 1)),
        'put off under overload': putOff,
        'processors taken by others': others.toFixed(2),
      });
      notes.expect(slowest <= PATIENCE * 1000, `somebody waited ${Math.round(slowest)} ms for an answer`);
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
