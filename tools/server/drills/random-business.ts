import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Db } from '#server/kernel/db/schema.ts';
import { checkBooks, givePoints, USE_TYPE } from '#server/modules/ledger/index.ts';
import { type Caller, chooseOperation, type Dealer, type Market } from './business/operation.ts';
import { REWARDS } from './business/rewards.ts';
import { TRADE } from './business/trade.ts';
import type { Client } from './client.ts';
import { createDice } from './dice.ts';
import { createNotes, type Drill, type Notes, proveBooks } from './drill.ts';
import { buyerName, type DrillShop, fillShelves, openShop, withShop } from './shop.ts';
import { plainGoods } from './traders.ts';

const SIZES = {
  small: { clients: 12, operations: 240, moments: 3 },
  full: { clients: 64, operations: 200_000, moments: 100 },
} as const;

const SEED = 20_261_125;

const PLENTY = 1_000_000;

/** Any picture that the shop takes. */
const PICTURE = 'config/guide/home.jpg';

const OPERATIONS = [...TRADE, ...REWARDS];

/** A client whose calls take effect once and are sent again when they are put off; what should never come is noted. */
function callerOf(client: Client, tally: Map<number, number>, notes: Notes): Caller {
  return {
    call: (name, inputs) =>
      client.insist(name, inputs, { key: randomUUID() }, ({ status, message }) => {
        tally.set(status, (tally.get(status) ?? 0) + 1);
        const isFault = status === 0 || (status >= 500 && status !== 503 && status !== 504);
        notes.expect(!isFault, `${name} was answered ${status} ${message}`);
      }),
  };
}

/** Points and credit for everybody, so that nothing is refused for want of them alone. */
async function endow(db: Db, count: number): Promise<{ company: number; address_id: number }[]> {
  const names = Array.from({ length: count }, (_, index) => buyerName(index + 1));
  const rows = await db
    .selectFrom('members')
    .innerJoin('addresses', 'addresses.company_id', 'members.company_id')
    .where('username', 'in', names)
    .where('is_default', '=', true)
    .orderBy('members.id')
    .select(['members.company_id as company', 'addresses.id as address_id'])
    .execute();
  const at = Math.floor(Date.now() / 1000);
  for (const { company } of rows) {
    await givePoints(db, { companyId: company, points: 5000, useType: USE_TYPE.gift, memo: '演练', at });
    await db
      .insertInto('credit_lines')
      .values({ company_id: company, limit_fen: 500_000, term_days: 30 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return rows;
}

async function openMarket(
  shop: DrillShop,
  size: { clients: number; operations: number },
  tally: Map<number, number>,
  notes: Notes,
): Promise<{ market: Omit<Market, 'db'>; dealers: Dealer[] }> {
  await shop.inspect((db) => fillShelves(db, PLENTY));
  const endowed = await shop.inspect((db) => endow(db, size.clients));
  const clients = await shop.logInBuyers(size.clients);
  const ops = shop.client();
  await ops.logIn('ops');
  const [first] = clients;
  const goods = first ? (await plainGoods(first)).slice(0, 24) : [];
  const dealers = clients.flatMap((client, index): Dealer[] => {
    const found = endowed[index];
    return found
      ? [{ username: buyerName(index + 1), caller: callerOf(client, tally, notes), ...found }]
      : [];
  });
  const picture = await readFile(PICTURE);
  const uploader = (kind: string) => async (dealer: Dealer) => {
    // Each of other bytes: the same file twice is one upload.
    const file = new File([picture, randomUUID()], '凭证.jpg', { type: 'image/jpeg' });
    const { data, message } = await dealer.caller.call('upload.create', { body: { kind, file } });
    if (!data) throw new Error(message);
    return data.id;
  };
  const staff = callerOf(ops, tally, notes);
  const dice = createDice(SEED);
  return { market: { staff, goods, dice, slip: uploader('voucher'), receipt: uploader('receipt') }, dealers };
}

/** What a hand met that is no refusal of the trade. */
const isOrdinary = (fault: unknown): boolean => /库存不足|最多|购物车|操作过于频繁/.test(String(fault));

/** Everything that buyers and staff do, at once and in any order; the books must agree at every moment. */
export const randomBusiness: Drill = {
  title: 'many clients do everything at random; the books agree at every moment',
  bound: { small: 900, full: 14_400 },
  async run({ scale, ground, report }) {
    const { clients, operations, moments } = SIZES[scale];
    const notes = createNotes();
    await withShop(openShop(ground), async (shop) => {
      const tally = new Map<number, number>();
      const { market, dealers } = await openMarket(shop, { clients, operations }, tally, notes);
      const started = performance.now();
      let done = 0;
      const work = shop.inspect(async (db) => {
        const here: Market = { ...market, db };
        const hand = async (dealer: Dealer) => {
          while (done < operations) {
            done += 1;
            const isMoment = done % Math.ceil(operations / moments) === 0;
            const at = done;
            await chooseOperation(OPERATIONS, market.dice)(here, dealer).catch((fault: unknown) => {
              notes.expect(isOrdinary(fault), `an operation failed: ${String(fault)}`);
            });
            if (!isMoment) continue;
            const { breaches } = await checkBooks(db);
            for (const breach of breaches) notes.expect(false, `after ${at} operations: ${breach}`);
            report(`${at} operations, ${breaches.length} breaches`);
          }
        };
        await Promise.all(dealers.map(hand));
      });
      await work;
      const byStatus = [...tally].toSorted(([a], [b]) => a - b);
      Object.assign(notes.figures, {
        clients,
        operations,
        'a second': (operations / ((performance.now() - started) / 1000)).toFixed(1),
        'answers by status': byStatus.map(([status, count]) => `${status}: ${count}`).join(', '),
        'moments at which the books were proved': moments,
      });
      await proveBooks(shop, notes);
    });
    return notes;
  },
};
