import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateways } from '#server/kernel/outside/payment-gateways/gateway.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { createPageTables } from '#server/kernel/page-tables/page-tables.ts';
import { PARTS } from '#server/modules/index.ts';
import type { startAlipay, Trade } from '../stand-ins/alipay.ts';
import type { Client } from './client.ts';
import type { Notes } from './drill.ts';
import type { DrillShop } from './shop.ts';

/** Seconds by which the clock is set forward for the first look at the gateways. */
const LATER = 3600;

export const PAID = 30;
const UNPAID = 10;

type Alipay = Awaited<ReturnType<typeof startAlipay>>;

/** Everything that a case acts on. */
export interface Scene {
  shop: DrillShop;
  alipay: Alipay;
  gateways: Gateways;
  /** For what the jobs keep. */
  folder: string;
  ending: AbortSignal;
  slow: number;
  notes: Notes;
  /** What the gateway has really been paid, in fen, by the number of its charge. */
  received: Map<string, number>;
  /** Charges that are reported as what they are not. */
  wrong: Set<string>;
  /** Seconds by which the last look at the gateways was set forward. */
  later: number;
}

/** A buyer at the cashier of the gateway, with an order that is not paid yet. */
interface AtCashier {
  scene: Scene;
  buyer: Client;
  order: number;
  trade: Trade;
}

export const fen = (amount: string): number => Math.round(Number(amount) * 100);

async function chargeOf(buyer: Client, order: number): Promise<Trade> {
  const inputs = { params: { order_id: String(order) }, body: { method: 'alipay' } } as const;
  const { status, message, data } = await buyer.insist('pay.start', inputs, { key: randomUUID() });
  if (status >= 300) throw new Error(`no cashier: ${status} ${message}`);
  const content = new URL(data.redirect ?? '').searchParams.get('biz_content') ?? '';
  const { out_trade_no, total_amount } = JSON.parse(content) as Omit<Trade, 'trade_status'>;
  return { out_trade_no, total_amount, trade_status: 'WAIT_BUYER_PAY' };
}

export async function goToCashier(scene: Scene, buyer: Client, goods_id: number): Promise<AtCashier> {
  const once = () => ({ key: randomUUID() });
  const added = await buyer.insist('cart.add', { body: { params: [{ goods_id, number: 1 }] } }, once());
  const { ids } = added.data;
  const { data } = await buyer.insist('cart.checkout', { body: { ids } });
  const body = { ids, ...(data.address_id !== null && { address_id: data.address_id }) };
  const made = await buyer.insist('order.create', { body }, once());
  const [order] = made.data?.ids ?? [];
  if (order === undefined) throw new Error(`no order: ${made.status} ${made.message}`);
  return { scene, buyer, order, trade: await chargeOf(buyer, order) };
}

/** The buyer pays at the gateway, which holds the money from then on. */
function payAt({ alipay, received }: Scene, trade: Trade): Trade {
  const paid = { ...trade, trade_status: 'TRADE_SUCCESS' };
  alipay.trades.set(trade.out_trade_no, paid);
  received.set(trade.out_trade_no, fen(trade.total_amount));
  return paid;
}

/** Sends a notification as the gateway does; answers whether the shop took it. */
async function notify({ shop, alipay }: Scene, trade: Trade): Promise<boolean> {
  const response = await fetch(`${shop.url}/api/pay/notify/alipay`, {
    method: 'POST',
    body: new URLSearchParams(alipay.notification(trade)),
  });
  return (await response.text()) === 'success';
}

/** As the jobs do it, ever later: what no notification has said is asked for, the older the less often. */
async function lookLater(scene: Scene): Promise<void> {
  scene.later = scene.later * 2 + LATER;
  const { shop, gateways, folder, ending } = scene;
  const now = Math.floor(Date.now() / 1000) + scene.later;
  await shop.inspect(async (db) => {
    for (const name of ['payments', 'refunds'])
      await PARTS.jobs.get(name)?.run({
        db,
        site: shop.registry.site,
        gateways,
        now,
        ending,
        tasks: PARTS.tasks,
        pageTables: createPageTables(shop.registry, PARTS.routes),
        uploads: folderStorage(folder),
        channels: { mail: null, push: webPushSender() },
      });
  });
}

/** What may go wrong between the gateway and the shop, and how the order stands then. */
interface Case {
  name: string;
  happen: (at: AtCashier) => Promise<void>;
  status: number;
}

export const CASES: readonly Case[] = [
  {
    name: 'notified once',
    async happen({ scene, trade }) {
      scene.notes.expect(await notify(scene, payAt(scene, trade)), 'a right notification was not taken');
    },
    status: PAID,
  },
  {
    name: 'notified five times at once, and asked besides',
    async happen({ scene, trade }) {
      const paid = payAt(scene, trade);
      const taken = await Promise.all([1, 2, 3, 4, 5].map(() => notify(scene, paid)));
      await lookLater(scene);
      scene.notes.expect(taken.every(Boolean), 'a repeated notification was not taken');
    },
    status: PAID,
  },
  {
    name: 'out of order: closed, paid, closed',
    async happen({ scene, trade }) {
      const closed = { ...trade, trade_status: 'TRADE_CLOSED' };
      await notify(scene, closed);
      await notify(scene, payAt(scene, trade));
      await notify(scene, closed);
    },
    status: PAID,
  },
  {
    name: 'slow: the shop asks, and the notification comes meanwhile',
    async happen({ scene, trade }) {
      const paid = payAt(scene, trade);
      scene.alipay.state.delay = scene.slow;
      await Promise.all([lookLater(scene), sleep(scene.slow / 2).then(() => notify(scene, paid))]);
      scene.alipay.state.delay = 0;
    },
    status: PAID,
  },
  {
    name: 'down, without a notification, and there again',
    async happen(at) {
      const { scene, trade } = at;
      payAt(scene, trade);
      scene.alipay.state.reachable = false;
      await lookLater(scene);
      scene.notes.expect((await statusOf(at)) === UNPAID, 'paid, said nobody');
      scene.alipay.state.reachable = true;
      await lookLater(scene);
    },
    status: PAID,
  },
  {
    name: 'forged by another key',
    async happen({ scene, trade }) {
      scene.alipay.state.honest = false;
      const taken = await notify(scene, { ...trade, trade_status: 'TRADE_SUCCESS' });
      scene.alipay.state.honest = true;
      scene.notes.expect(!taken, 'a forged notification was taken');
    },
    status: UNPAID,
  },
  {
    name: 'a wrong sum, twice',
    async happen({ scene, trade }) {
      const wrong = { ...trade, trade_status: 'TRADE_SUCCESS', total_amount: '0.01' };
      scene.wrong.add(trade.out_trade_no);
      const taken = [await notify(scene, wrong), await notify(scene, wrong)];
      scene.notes.expect(!taken.some(Boolean), 'a wrong sum was taken');
    },
    status: UNPAID,
  },
  {
    name: 'of a charge that nobody made',
    async happen({ scene, trade }) {
      const no = `X${trade.out_trade_no}`;
      scene.wrong.add(no);
      await notify(scene, { ...trade, out_trade_no: no, trade_status: 'TRADE_SUCCESS' });
    },
    status: UNPAID,
  },
  {
    name: 'paid twice, by two charges, while refunds fail',
    async happen({ scene, buyer, order, trade }) {
      const params = { order_id: String(order) };
      await buyer.insist('pay.start', { params, body: { method: 'transfer' } }, { key: randomUUID() });
      const second = await chargeOf(buyer, order);
      scene.notes.expect(second.out_trade_no !== trade.out_trade_no, 'both charges have one number');
      for (const each of [trade, second]) await notify(scene, payAt(scene, each));
      await refundLater(scene);
    },
    status: PAID,
  },
  {
    name: 'paid after the order was cancelled, while refunds fail',
    async happen({ scene, buyer, order, trade }) {
      await buyer.insist('order.cancel', { params: { id: order } }, { key: randomUUID() });
      await notify(scene, payAt(scene, trade));
      await refundLater(scene);
    },
    status: -10,
  },
];

/** What is to be given back waits, for staff to see, as long as the gateway is away; then it is given back once. */
async function refundLater(scene: Scene): Promise<void> {
  scene.alipay.state.reachable = false;
  await lookLater(scene);
  const { data } = await (await staffOf(scene.shop)).insist('ops-refund.list', {
    query: { state: 'waiting', route: 'source' },
  });
  scene.notes.expect(data.total > 0, 'staff do not see a refund that the gateway has not taken');
  scene.alipay.state.reachable = true;
  await lookLater(scene);
}

export async function staffOf(shop: DrillShop): Promise<Client> {
  const staff = shop.client();
  await staff.logIn('ops');
  return staff;
}

export const statusOf = async ({ buyer, order }: AtCashier): Promise<number> =>
  (await buyer.insist('order.detail', { params: { id: order } })).data.status;
