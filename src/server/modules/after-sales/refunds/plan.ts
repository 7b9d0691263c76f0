import type { Fen } from '#shop/domain/money.ts';
import { conditionsAsPlaced, type RepriceConditions } from '#shop/domain/purchase-terms.ts';
import { type KeptPurchase, lossOf, protectionOf, type Refund, refundOf } from '#shop/domain/settlement.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Support, supportedBy, supportsOf } from '../../orders/index.ts';
import { type Deal, type DealLine, loadDeal, loadOutcomes } from './deal.ts';

/** What leaves an order: units of lines with what they cost, or all that is left of it. */
export interface Removal {
  orderId: number;
  units: readonly { lineId: number; number: number; amount: Fen }[];
  /** The order ends, and its shipping goes back, too. */
  closes: boolean;
  /** Its buyer did not want it so: what the goods helped others to earn stays earned. */
  byShop: boolean;
}

/** A refund as it would be made now. */
export interface RefundPlan extends Refund {
  /** The sum that goes back; below zero: what stays would lose more than what leaves has cost. */
  refund: Fen;
  /** What is to be withheld for later purchases that no longer ship free. */
  supports: readonly Support[];
}

/**
 * Plans what goes back when something leaves an order: what it cost, less what the goods that stay would have cost more
 * without it, in the same purchase and in later ones that its order took over the threshold of free shipping (domain §9).
 * Without a removal: what was withheld and need not be any more. Lock the deal before it counts.
 */
export async function planRefund(db: Db, orderId: number, removal: Removal | null): Promise<RefundPlan> {
  const outcomes = await loadOutcomes(db, orderId);
  const plans: RefundPlan[] = [];
  for (const before of outcomes) plans.push(await planFor(db, before, removal));
  const [first, ...others] = plans;
  if (!first) throw new Error(`order ${orderId} without its deal`);
  // A promise may still be taken back: the refund must hold either way. What is too little then is released.
  const plan = others.reduce((least, one) => (one.refund < least.refund ? one : least), first);
  // What is only promised to be withheld cannot be given out yet.
  const orders = outcomes[0]?.orders ?? [];
  const free = orders.reduce((sum, order) => sum + order.withheld + Math.min(0, order.promised ?? 0), 0);
  return { ...plan, refund: Math.min(plan.refund, plan.own + Math.max(0, free)) };
}

async function planFor(db: Db, before: Deal, removal: Removal | null): Promise<RefundPlan> {
  const { deal, own } = removal ? without(before, removal) : { deal: before, own: 0 };
  const supports = await neededBySupported(db, deal);
  const elsewhere = supports.reduce((sum, support) => sum + support.withheld, 0);
  const loss = (await neededByOwn(db, deal)) + elsewhere;
  const withheld = withheldOf(before);
  return { own, withheld, loss, refund: refundOf({ own, withheld, loss }), supports };
}

/** What is withheld in a deal, or will be. */
function withheldOf({ orders }: Deal): Fen {
  return orders.reduce((sum, { withheld, promised }) => sum + withheld + (promised ?? 0), 0);
}

/** The deal once something has left it, and what that had cost. */
function without(deal: Deal, { orderId, units, closes, byShop }: Removal): { deal: Deal; own: Fen } {
  const taken = new Map<number, { number: number; amount: Fen }>();
  for (const { lineId, number, amount } of units) {
    const sum = taken.get(lineId) ?? { number: 0, amount: 0 };
    taken.set(lineId, { number: sum.number + number, amount: sum.amount + amount });
  }
  const after = (line: DealLine): DealLine => {
    if (line.orderId !== orderId) return line;
    if (closes) {
      const missed = byShop ? line.missed + line.kept : line.missed;
      return { ...line, kept: 0, money: 0, protection: 0, missed };
    }
    const { number = 0, amount = 0 } = taken.get(line.id) ?? {};
    const kept = line.kept - number;
    return {
      ...line,
      kept,
      money: line.money - amount,
      protection: protectionOf(line.protection, line.kept, kept),
    };
  };
  const lines = deal.lines.map(after);
  const orders = deal.orders.map((order) =>
    closes && order.id === orderId ? { ...order, shipping: 0 } : order,
  );
  const left = (of: Pick<Deal, 'lines' | 'orders'>) =>
    of.lines.reduce((sum, { money }) => sum + money, 0) +
    of.orders.reduce((sum, { shipping }) => sum + shipping, 0);
  return { deal: { ...deal, lines, orders }, own: left(deal) - left({ lines, orders }) };
}

/** What the goods of a deal that stay would have cost more, as far as no earlier order's refund pays for it. */
async function neededByOwn(db: Db, deal: Deal): Promise<Fen> {
  const supports = await supportsOf(db, [...deal.terms.keys()]);
  const loss = lossOf(keptPurchases(deal, await countedBy(db, supports, null)));
  return Math.max(0, loss - supports.reduce((sum, { withheld }) => sum + withheld, 0));
}

/** What later purchases would have paid for shipping without what has left this deal, and pay by nothing else. */
async function neededBySupported(db: Db, deal: Deal): Promise<Support[]> {
  const ids = new Set(deal.orders.map(({ id }) => id));
  const named = await supportedBy(db, [...ids]);
  const needed: Support[] = [];
  for (const [purchaseId, own] of Map.groupBy(named, (support) => support.purchaseId)) {
    const [first] = own;
    if (!first) continue;
    const all = await supportsOf(db, [purchaseId]);
    const counted = await countedBy(db, all, deal);
    const elsewhere = all
      .filter(({ orderId }) => !ids.has(orderId))
      .reduce((sum, { withheld }) => sum + withheld, 0);
    const supported = await loadOutcomes(db, first.supportedOrderId, { unpaid: true });
    let withheld = 0;
    for (const outcome of supported.flatMap(paymentsOf)) {
      const loss = lossOf(keptPurchases(outcome, counted));
      withheld = Math.max(withheld, loss - elsewhere - (await heldForItself(db, outcome)));
    }
    needed.push(...own.map((support, index) => ({ ...support, withheld: index === 0 ? withheld : 0 })));
  }
  return needed;
}

/** What is withheld in a deal, but for the sake of later purchases that it supported. */
async function heldForItself(db: Db, deal: Deal): Promise<Fen> {
  const supported = await supportedBy(
    db,
    deal.orders.map(({ id }) => id),
  );
  return withheldOf(deal) - supported.reduce((sum, { withheld }) => sum + withheld, 0);
}

/** A deal as it may be paid: each of its orders that waits alone for its money, or not. */
function paymentsOf(deal: Deal): Deal[] {
  const open = deal.orders.filter(({ waits }) => waits === 'alone').map(({ id }) => id);
  const choices = Array.from({ length: 2 ** Math.min(open.length, MOST_OPEN) }, (_, bits) =>
    open.filter((_id, place) => (bits & (1 << place)) !== 0),
  );
  return choices.map((unpaid) => ({
    ...deal,
    orders: deal.orders.filter(({ id }) => !unpaid.includes(id)),
    lines: deal.lines.filter(({ orderId }) => !unpaid.includes(orderId)),
  }));
}

/** Orders of one purchase are as many as warehouses. */
const MOST_OPEN = 6;

/** Amount of earlier orders that counts towards the free shipping of each purchase, as far as it stays. */
async function countedBy(
  db: Db,
  supports: readonly Support[],
  changed: Deal | null,
): Promise<Map<number, Fen>> {
  const sums = new Map<number, Fen>();
  for (const { purchaseId, orderId, amount } of supports) {
    const isChanged = changed?.orders.some(({ id }) => id === orderId) ?? false;
    const deal = changed && isChanged ? changed : await loadDeal(db, orderId);
    const counted = Math.min(amount, countingOf(deal, orderId));
    sums.set(purchaseId, (sums.get(purchaseId) ?? 0) + counted);
  }
  return sums;
}

/** What of an order counts towards free shipping: what its goods cost when they were ordered. */
function countingOf({ lines }: Deal, orderId: number): Fen {
  return lines
    .filter((line) => line.orderId === orderId && line.counts)
    .reduce(
      (sum, { payable, kept, missed, number }) => sum + protectionOf(payable, number, kept + missed),
      0,
    );
}

function keptPurchases(
  { orders, lines, terms, team }: Deal,
  unshipped: ReadonlyMap<number, Fen>,
): KeptPurchase[] {
  const given = lines.reduce((sum, { number, kept, missed }) => sum + number - kept - missed, 0);
  const teamHolds = team === null || team.joined - given >= team.need;
  return [...terms].map(([purchaseId, its]) => {
    const own = orders.filter((order) => order.purchaseId === purchaseId);
    const counted = unshipped.get(purchaseId);
    const placed: RepriceConditions = its ? conditionsAsPlaced(its) : { unshipped: 0, teamHolds: true };
    return {
      terms: its,
      conditions: { unshipped: counted ?? placed.unshipped, teamHolds },
      lines: lines.filter((line) => own.some(({ id }) => id === line.orderId)),
      shipping: own.reduce((sum, { shipping }) => sum + shipping, 0),
    };
  });
}
