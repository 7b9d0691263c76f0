import { kindsOf, OPEN_CLAIMS } from '#shop/domain/claim.ts';
import { LIVE_STATES, ORDER_STATE, PAID_STATES } from '#shop/domain/order-state.ts';
import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { type KeptLine, protectionOf } from '#shop/domain/settlement.ts';
import { restoredTerms } from '#shop/domain/stored-terms.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { linesLeft } from './lines.ts';

/** A line of a pricing group: what stays of it, and what that cost when it was ordered, in fen. */
export interface PricingGroupLine extends KeptLine {
  id: number;
  orderId: number;
  number: number;
  payable: number;
  /** Counts towards the site's free shipping. */
  counts: boolean;
}

/** An order of a pricing group: its shipping fee as far as it stays, and what was withheld of its refunds, in fen. */
export interface PricingGroupOrder {
  id: number;
  purchaseId: number;
  shipping: number;
  withheld: number;
  /** What is withheld of a promised refund; negative: what it releases; null without one. */
  promised: number | null;
  /** Unpaid: to be paid alone, or jointly with other orders; null when paid. */
  waits: 'alone' | 'jointly' | null;
}

/**
 * Orders whose prices depend on each other: those of a purchase (its ephedrine apart), or a company's seats in one team.
 * Promised refunds (an open return, a cancel request) count as done, unless they are taken as declined.
 */
export interface PricingGroup {
  orders: readonly PricingGroupOrder[];
  lines: readonly PricingGroupLine[];
  terms: ReadonlyMap<number, PurchaseTerms | null>;
  /** Units that a full team needs and has; null for any other group, and where stores are counted. */
  team: { need: number; joined: number } | null;
}

type GroupKey = Awaited<ReturnType<typeof groupKeyOf>>;

/** The ids of the orders in the pricing group of this one. */
export async function pricingGroupOrderIds(db: Db, orderId: number): Promise<number[]> {
  const { team_id: team, purchase_id: purchase, company_id: company, hm } = await groupKeyOf(db, orderId);
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

/** Which orders of a pricing group are loaded, besides the paid ones. */
interface PricingGroupFilter {
  /** Unpaid ones, too. */
  unpaid?: boolean;
}

/**
 * Loads the pricing group of an order in all its possible outcomes: each promised refund may be paid, or declined or
 * withdrawn. The first outcome has all of them paid.
 */
export async function loadRefundScenarios(
  db: Db,
  orderId: number,
  filter: PricingGroupFilter = {},
): Promise<PricingGroup[]> {
  const kept = await loadPricingGroup(db, orderId, filter);
  const open = kept.orders.filter(({ promised }) => promised !== null).map(({ id }) => id);
  const outcomes = [kept];
  for (let bits = 1; bits < 2 ** Math.min(open.length, MAX_PROMISES); bits += 1) {
    const declined = open.filter((_, index) => (bits & (1 << index)) !== 0);
    outcomes.push(await loadPricingGroup(db, orderId, { ...filter, declined }));
  }
  return outcomes;
}

/** An order has one promised refund at a time, and a group as many orders as there are warehouses. */
const MAX_PROMISES = 6;

/**
 * Loads the pricing group of an order: its paid orders, and with `unpaid` the unpaid ones, too.
 * @param declined orders whose promised refunds are taken as declined
 */
async function loadPricingGroup(
  db: Db,
  orderId: number,
  { unpaid = false, declined = [] }: PricingGroupFilter & { declined?: readonly number[] } = {},
): Promise<PricingGroup> {
  const ids = await pricingGroupOrderIds(db, orderId);
  const states = [...(unpaid ? LIVE_STATES : PAID_STATES), ORDER_STATE.closed];
  const rows = await db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .where('orders.id', 'in', ids)
    .where('orders.status', 'in', states)
    .orderBy('orders.id')
    .select([...KEPT_ORDER, 'orders.joint', 'orders.withheld_fen', 'orders.shipping_fen', 'purchases.terms'])
    .execute();
  const { orders, lines } = await keep(db, rows, declined);
  return {
    orders: orders.map((order) => {
      const isUnpaid = order.status === ORDER_STATE.unpaid || order.status === ORDER_STATE.confirming;
      const payment = order.joint ? ('jointly' as const) : ('alone' as const);
      return {
        id: order.id,
        purchaseId: order.purchaseId,
        shipping: order.gone ? 0 : order.shipping_fen,
        withheld: order.withheld_fen,
        promised: order.promised,
        waits: isUnpaid ? payment : null,
      };
    }),
    lines,
    terms: new Map(rows.map(({ purchaseId, terms }) => [purchaseId, terms && restoredTerms(terms)])),
    team: await teamOf(db, await groupKeyOf(db, orderId)),
  };
}

/** The lines of these orders as they stay, as far as the orders are paid; promised refunds count as done. */
export async function linesKept(db: Db, orderIds: readonly number[]): Promise<readonly PricingGroupLine[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .where('id', 'in', orderIds)
    .where('status', 'in', [...PAID_STATES, ORDER_STATE.closed])
    .select(KEPT_ORDER)
    .execute();
  return (await keep(db, rows, [])).lines;
}

const KEPT_ORDER = [
  'orders.id',
  'orders.purchase_id as purchaseId',
  'orders.status',
  'orders.hm',
  'orders.closed_by_shop',
] as const;

/** What decides how much of the lines of an order stays. */
interface KeptOrder {
  id: number;
  status: number;
  hm: boolean;
  closed_by_shop: boolean;
}

/** What stays of these orders and of their lines, with the promised refunds of all but the declined ones done. */
async function keep<Order extends KeptOrder>(
  db: Db,
  rows: readonly Order[],
  declined: readonly number[],
): Promise<{
  orders: (Order & { gone: boolean; promised: number | null })[];
  lines: PricingGroupLine[];
}> {
  const ids = rows.map(({ id }) => id);
  const promises = await promisedRefunds(
    db,
    ids.filter((id) => !declined.includes(id)),
  );
  const orders = rows.map((row) => {
    const promise = promises.get(row.id);
    const gone = promise?.leaves === true || row.status === ORDER_STATE.closed;
    return { ...row, gone, promised: promise?.withheld ?? null };
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  const lines = (await linesLeft(db, ids, declined)).flatMap((line): PricingGroupLine[] => {
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
  return { orders, lines };
}

async function groupKeyOf(db: Db, orderId: number) {
  return db
    .selectFrom('orders')
    .leftJoin('team_places', 'team_places.order_id', 'orders.id')
    .where('orders.id', '=', orderId)
    .select(['orders.purchase_id', 'orders.hm', 'orders.company_id', 'team_places.team_id'])
    .executeTakeFirstOrThrow();
}

async function teamOf(db: Db, { team_id }: GroupKey): Promise<PricingGroup['team']> {
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

/** The promised refunds of these orders: whether an order closes with it, and what is withheld. */
async function promisedRefunds(
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
