import { kindsOf, OPEN_CLAIMS } from '#shop/domain/claim.ts';
import { LIVE_STATES, ORDER_STATE, PAID_STATES } from '#shop/domain/order-state.ts';
import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { type KeptLine, protectionOf } from '#shop/domain/settlement.ts';
import { restoredTerms } from '#shop/domain/stored-terms.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { linesLeft } from './lines.ts';

/** A line of a deal: what stays of it, and what that was worth when it was ordered, in fen. */
export interface DealLine extends KeptLine {
  id: number;
  orderId: number;
  number: number;
  payable: number;
  /** Counts towards the site's free shipping. */
  counts: boolean;
}

/** An order of a deal: the shipping that it was charged and keeps, and what was withheld of its refunds, in fen. */
export interface DealOrder {
  id: number;
  purchaseId: number;
  shipping: number;
  withheld: number;
  /** What is to be withheld of a refund that is promised; below zero: what it releases; null where none is. */
  promised: number | null;
  /** It waits for its money, alone or, where it is joint, with the others that do. */
  waits: 'alone' | 'jointly' | null;
}

/**
 * Orders that were priced as one: those of a purchase, its ephedrine apart, or a company's places in one team. What is
 * promised to buyers (an open return, a request to cancel) counts as done, unless it is taken as declined.
 */
export interface Deal {
  orders: readonly DealOrder[];
  lines: readonly DealLine[];
  terms: ReadonlyMap<number, PurchaseTerms | null>;
  /** Units that a team that has filled needs, and had; null in any other deal, and where stores are counted. */
  team: { need: number; joined: number } | null;
}

type Place = Awaited<ReturnType<typeof placeOf>>;

/** The ids of the orders that were priced as one with this one. */
export async function dealOrderIds(db: Db, orderId: number): Promise<number[]> {
  const { team_id: team, purchase_id: purchase, company_id: company, hm } = await placeOf(db, orderId);
  const orders = db.selectFrom('orders');
  const priced =
    team === null
      ? orders.where('purchase_id', '=', purchase).where('hm', '=', hm)
      : orders.where('id', 'in', (eb) =>
          eb
            .selectFrom('team_places')
            .where('team_id', '=', team)
            .where('company_id', '=', company)
            .select('order_id'),
        );
  const rows = await priced.orderBy('id').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Which orders of a deal are read, besides those that are paid. */
interface DealFilter {
  /** Those that wait for payment, too. */
  unpaid?: boolean;
}

/**
 * Reads the deal of an order in all the ways in which it may come out: every promise may be kept, which is the first of
 * them, or declined, or taken back by the buyer.
 */
export async function loadOutcomes(db: Db, orderId: number, filter: DealFilter = {}): Promise<Deal[]> {
  const kept = await loadDeal(db, orderId, filter);
  const open = kept.orders.filter(({ promised }) => promised !== null).map(({ id }) => id);
  const outcomes = [kept];
  for (let bits = 1; bits < 2 ** Math.min(open.length, MOST_PROMISES); bits += 1) {
    const declined = open.filter((_, place) => (bits & (1 << place)) !== 0);
    outcomes.push(await loadDeal(db, orderId, { ...filter, declined }));
  }
  return outcomes;
}

/** An order has one promise at a time, and a deal as many orders as there are warehouses. */
const MOST_PROMISES = 6;

/**
 * Reads the deal of an order: its paid orders, or with `unpaid` those that wait for payment, too.
 * @param declined orders whose promises are taken as declined
 */
export async function loadDeal(
  db: Db,
  orderId: number,
  { unpaid = false, declined = [] }: DealFilter & { declined?: readonly number[] } = {},
): Promise<Deal> {
  const ids = await dealOrderIds(db, orderId);
  const states = [...(unpaid ? LIVE_STATES : PAID_STATES), ORDER_STATE.closed];
  const rows = await db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .where('orders.id', 'in', ids)
    .where('orders.status', 'in', states)
    .orderBy('orders.id')
    .select([
      'orders.id',
      'orders.purchase_id as purchaseId',
      'orders.status',
      'orders.hm',
      'orders.joint',
      'orders.shipping_fen',
      'orders.withheld_fen',
      'orders.closed_by_shop',
      'purchases.terms',
    ])
    .execute();
  const promises = await promisesOf(
    db,
    ids.filter((id) => !declined.includes(id)),
  );
  const orders = rows.map((row) => {
    const promise = promises.get(row.id);
    const gone = promise?.leaves === true || row.status === ORDER_STATE.closed;
    const shipping = gone ? 0 : row.shipping_fen;
    const unpaid = row.status === ORDER_STATE.unpaid || row.status === ORDER_STATE.confirming;
    const payment = row.joint ? ('jointly' as const) : ('alone' as const);
    const waits = unpaid ? payment : null;
    return { ...row, gone, shipping, withheld: row.withheld_fen, promised: promise?.withheld ?? null, waits };
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const lines = (await linesLeft(db, [...byId.keys()], declined)).flatMap((line): DealLine[] => {
    const order = byId.get(line.orderId);
    if (!order) return [];
    const { id, orderId: its, quantity, payable } = line;
    const left = quantity - line.short - line.returned;
    const kept = order.gone ? 0 : left;
    return [
      {
        id,
        orderId: its,
        number: quantity,
        payable,
        counts: !line.yx && !order.hm,
        piece: line.piece,
        kept,
        missed: order.closed_by_shop ? quantity - line.returned : line.short,
        money: order.gone ? 0 : payable - line.refunded,
        protection: protectionOf(line.protection, line.protectionUnits, kept) + line.protectionPromised,
      },
    ];
  });
  return {
    orders,
    lines,
    terms: new Map(orders.map((order) => [order.purchaseId, order.terms && restoredTerms(order.terms)])),
    team: await teamOf(db, await placeOf(db, orderId)),
  };
}

async function placeOf(db: Db, orderId: number) {
  return db
    .selectFrom('orders')
    .leftJoin('team_places', 'team_places.order_id', 'orders.id')
    .where('orders.id', '=', orderId)
    .select(['orders.purchase_id', 'orders.hm', 'orders.company_id', 'team_places.team_id'])
    .executeTakeFirstOrThrow();
}

async function teamOf(db: Db, { team_id }: Place): Promise<Deal['team']> {
  if (team_id === null) return null;
  const team = await db
    .selectFrom('teams')
    .innerJoin('promotions', 'promotions.id', 'teams.promotion_id')
    .where('teams.id', '=', team_id)
    .where('teams.state', '=', 'filled')
    .select(['teams.need', 'teams.joined', 'promotions.rule'])
    .executeTakeFirst();
  const byStores = (team?.rule as { by?: unknown } | undefined)?.by === 'stores';
  return team && !byStores ? { need: team.need, joined: team.joined } : null;
}

/** What buyers were promised for these orders: whether all of one leaves, and what is withheld of it. */
async function promisesOf(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, { leaves: boolean; withheld: number }>> {
  if (orderIds.length === 0) return new Map();
  const requests = await db
    .selectFrom('cancel_requests')
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'waiting')
    .where('amount_fen', 'is not', null)
    .select(['order_id', 'withheld_fen'])
    .execute();
  const claims = await db
    .selectFrom('claims')
    .where('order_id', 'in', orderIds)
    .where('kind', 'in', kindsOf('return'))
    .where('status', 'in', OPEN_CLAIMS)
    .select(['order_id', 'withheld_fen', 'closes'])
    .execute();
  const all = [...claims, ...requests.map((request) => ({ ...request, closes: true }))];
  return new Map(
    [...Map.groupBy(all, ({ order_id }) => order_id)].map(([id, group]) => [
      id,
      {
        leaves: group.some(({ closes }) => closes),
        withheld: group.reduce((sum, { withheld_fen }) => sum + withheld_fen, 0),
      },
    ]),
  );
}
