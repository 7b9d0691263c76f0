import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gatewaysOf } from '#server/kernel/outside/payment-gateways/open.ts';
import { startAlipay } from '../stand-ins/alipay.ts';
import { startBucket } from '../stand-ins/bucket.ts';
import { startSms } from '../stand-ins/sms.ts';
import type { Client } from './client.ts';
import { createNotes, type Drill, type Notes, proveBooks, quantile, type Stage } from './drill.ts';
import { CASES, fen, goToCashier, PAID, type Scene, staffOf, statusOf } from './gateway-faults.ts';
import { fillShelves, openShop, withShop } from './shop.ts';
import { breakStorage } from './storage-faults.ts';
import { plainGoods, startTrading } from './traders.ts';

/** `rounds`: how often each case comes. */
const SIZES = {
  small: { rounds: 1, buyers: 4, slow: 500 },
  full: { rounds: 20, buyers: 16, slow: 5000 },
} as const;

const PLENTY = 1_000_000;

/** ms within which a code is acknowledged, however long the carrier takes. */
const PROMPT = 2000;

async function breakGateway(scene: Scene, buyer: Client, rounds: number): Promise<void> {
  const goods = await plainGoods(buyer);
  for (let round = 0; round < rounds; round += 1)
    for (const { name, happen, status } of CASES) {
      const at = await goToCashier(scene, buyer, goods[round % goods.length] ?? 0);
      scene.later = 0;
      await happen(at);
      const found = await statusOf(at);
      scene.notes.expect(found === status, `${name}: the order stands at ${found}, not at ${status}`);
    }
}

/** Staff see each report that fits no charge, and what they have settled is open no more. */
async function settleIncidents({ shop, wrong, notes }: Scene): Promise<void> {
  const staff = await staffOf(shop);
  const left = new Set(wrong);
  for (;;) {
    const { data } = await staff.insist('ops-incident.list', { query: { state: 'open' } });
    const own = data.list.filter(({ no }) => left.delete(no));
    if (own.length === 0) break;
    for (const { id } of own)
      await staff.insist(
        'ops-incident.settle',
        { params: { id }, body: { note: '演练：已与渠道核对' } },
        { key: randomUUID() },
      );
  }
  notes.figures['wrong reports that staff saw'] = wrong.size - left.size;
  for (const no of left) notes.expect(false, `staff do not see the wrong report of ${no}`);
}

/** What the gateway has been paid, less what it gave back, is what the orders cost that are paid through it. */
async function compareMoney({ shop, alipay, received, notes }: Scene): Promise<void> {
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);
  const kept = sum(received.values()) - sum([...alipay.refunds.values()].map(fen));
  const paid = await shop.inspect((db) =>
    db
      .selectFrom('orders')
      .where('paid_at', 'is not', null)
      .where('status', '=', PAID)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('payment_parts')
          .innerJoin('payments', 'payments.id', 'payment_parts.payment_id')
          .where('payments.no', 'in', [...received.keys()])
          .select('payment_parts.order_id'),
      )
      .select(({ fn }) => fn.sum<number | null>('payable_fen').as('fen'))
      .executeTakeFirstOrThrow(),
  );
  notes.figures['paid at the gateway, charges'] = received.size;
  notes.figures['given back by the gateway'] = alipay.refunds.size;
  notes.expect(
    Number(paid.fen) === kept,
    `the gateway keeps ${kept} fen of orders that cost ${paid.fen}: somebody was charged twice, or not at all`,
  );
}

type Sms = Awaited<ReturnType<typeof startSms>>;

/** Codes by text message while the carrier is as it should be, slow, away, and talks nonsense. */
async function breakSms({ shop, slow, notes }: Scene, { sent, state }: Sms): Promise<void> {
  const times: number[] = [];
  const requestCode = async (phone: string) => {
    const { status, ms } = await shop.client().insist('sms.send', { body: { phone, scene: 'register' } });
    times.push(ms);
    notes.expect(status === 200, `a code was answered with ${status}`);
  };
  const stateOf = async (phone: string) => {
    for (;;) {
      const row = await shop.inspect((db) =>
        db.selectFrom('sms_messages').where('phone', '=', phone).select(['state', 'code']).executeTakeFirst(),
      );
      // What is claimed is `sent`, and forgets its code when that is certain.
      if (row && row.code === '') return row.state;
      await sleep(20);
    }
  };
  await requestCode('13900009001');
  notes.expect((await stateOf('13900009001')) === 'sent', 'a code did not go out');
  state.delay = slow;
  await requestCode('13900009002');
  notes.expect((await stateOf('13900009002')) === 'sent', 'a code did not go out, as the carrier was slow');
  Object.assign(state, { delay: 0, reachable: false });
  await requestCode('13900009003');
  notes.expect((await stateOf('13900009003')) === 'failed', 'a code counts as sent that nobody took');
  Object.assign(state, { reachable: true, answers: '<html>502 Bad Gateway</html>' });
  await requestCode('13900009004');
  notes.expect(
    (await stateOf('13900009004')) === 'failed',
    'a code counts as sent by an answer that is none',
  );
  state.answers = null;
  notes.expect(new Set(sent).size === sent.length, 'a code was sent twice');
  notes.figures['a code acknowledged, slowest, ms'] = Math.round(quantile(times, 1));
  notes.expect(quantile(times, 1) <= PROMPT, 'somebody waited for the carrier of text messages');
}

async function breakAll(
  { scale, ground }: Stage,
  folder: string,
  notes: Notes,
  ends: (() => unknown)[],
): Promise<void> {
  const { rounds, buyers, slow } = SIZES[scale];
  const alipay = await startAlipay();
  ends.push(() => alipay.close());
  const bucket = await startBucket(folder);
  ends.push(() => bucket.close());
  const sms = await startSms(folder);
  ends.push(() => sms.close());
  const { appId, privateKey, alipayPublicKey, gateway } = alipay.settings;
  const env = {
    ALIPAY_APP_ID: appId,
    ALIPAY_PRIVATE_KEY: privateKey,
    ALIPAY_PUBLIC_KEY: alipayPublicKey,
    ALIPAY_GATEWAY: gateway,
    ...bucket.env,
    ...sms.env,
  };
  await withShop(openShop(ground, env), async (shop) => {
    await shop.inspect((db) => fillShelves(db, PLENTY));
    const gateways = await gatewaysOf({ alipay: alipay.settings, sandbox: false }, shop.url);
    const { signal: ending } = new AbortController();
    const scene: Scene = {
      shop,
      alipay,
      gateways,
      folder,
      ending,
      slow,
      notes,
      later: 0,
      received: new Map(),
      wrong: new Set(),
    };
    const [buyer, ...others] = await shop.logInBuyers(buyers);
    if (!buyer) throw new Error('no buyers');
    const trading = await startTrading(others, notes);
    await breakGateway(scene, buyer, rounds);
    await settleIncidents(scene);
    await breakSms(scene, sms);
    await breakStorage(scene, buyer, bucket);
    await trading.more(1);
    await trading.end();
    await compareMoney(scene);
    const { orders, broken, putOff } = trading.seen;
    notes.figures['cases of the gateway'] = rounds * CASES.length;
    notes.figures['orders of others meanwhile'] = orders.size;
    notes.expect(broken + putOff === 0, `${broken + putOff} requests of others were put off or broken`);
    await proveBooks(shop, notes);
  });
}

/** The payment gateway, the carrier of text messages and the object store do all that they should not. */
export const outsideParts: Drill = {
  title: 'gateway, text messages and storage: slow, down, twice, out of order, forged, a wrong sum',
  bound: { small: 300, full: 1800 },
  async run(stage) {
    const notes = createNotes();
    const folder = await mkdtemp(join(tmpdir(), 'storewright-outside-'));
    const ends: (() => unknown)[] = [];
    try {
      await breakAll(stage, folder, notes, ends);
    } finally {
      for (const end of ends) await end();
      await rm(folder, { recursive: true, force: true });
    }
    return notes;
  },
};
