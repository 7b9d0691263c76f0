import type { Fen } from '#shop/domain/money.ts';
import { conditionsAsPlaced, type RepriceConditions } from '#shop/domain/purchase-terms.ts';
import { type KeptPurchase, lossOf, protectionOf, type Refund, refundOf } from '#shop/domain/settlement.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { purchasesSupportedBy, type ShippingSupport, shippingSupportsOf } from '../../orders/index.ts';
import { linesKept, loadRefundScenarios, type PricingGroup, type PricingGroupLine } from './pricing-group.ts';

/** What is removed from an order: units of lines with their cost, or all that is left of it. */
export interface Removal {
  orderId: number;
  units: readonly { lineId: number; number: number; amount: Fen }[];
  /** The order is closed, and its shipping fee refunded, too. */
  closes: boolean;
  /** Caused by the shop: what the goods helped others to earn stays earned. */
  byShop: boolean;
}

/** The refund as calculated now. */
export interface RefundPlan extends Refund {
  /** The refund; negative when the remaining goods would lose more than the removed ones cost. */
  refund: Fen;
  /** What is to be withheld for later purchases that no longer ship free. */
  supports: readonly ShippingSupport[];
}

/**
 * Calculates the refund for a removal from an order: its cost, less what the remaining goods would have cost more without
 * it, in the same purchase and in later ones that the order took over the threshold of free shipping (domain §9). Without
 * a removal: what was withheld and need no longer be. Lock the pricing group before the result is used.
 */
export async function planRefund(db: Db, orderId: number, removal: Removal | null): Promise<RefundPlan> {
  const outcomes = await loadRefundScenarios(db, orderId);
  const plans: RefundPlan[] = [];
  for (const before of outcomes) plans.push(await planFor(db, before, removal));
  const [first, ...others] = plans;
  if (!first) throw new Error(`order ${orderId} has no pricing group`);
  // Promised refunds may still be declined: the refund must be covered in every outcome; the rest is released later.
  const plan = others.reduce((least, one) => (one.refund < least.refund ? one : least), first);
  // What will only be withheld by a promised refund cannot be paid yet.
  const orders = outcomes[0]?.orders ?? [];
  const free = orders.reduce((sum, order) => sum + order.withheld + Math.min(0, order.promised ?? 0), 0);
  return { ...plan, refund: Math.min(plan.refund, plan.own + Math.max(0, free)) };
}

async function planFor(db: Db, before: PricingGroup, removal: Removal | null): Promise<RefundPlan> {
  const { group, own } = removal ? without(before, removal) : { group: before, own: 0 };
  const supports = await supportedLosses(db, group);
  const elsewhere = supports.reduce((sum, support) => sum + support.withheld, 0);
  const loss = (await ownLoss(db, group)) + elsewhere;
  const withheld = withheldOf(before);
  return { own, withheld, loss, refund: refundOf({ own, withheld, loss }), supports };
}

/** What is withheld in a pricing group, or will be by promised refunds. */
function withheldOf({ orders }: PricingGroup): Fen {
  return orders.reduce((sum, { withheld, promised }) => sum + withheld + (promised ?? 0), 0);
}

/** The pricing group after a removal, and the cost of what was removed. */
function without(
  group: PricingGroup,
  { orderId, units, closes, byShop }: Removal,
): { group: PricingGroup; own: Fen } {
  const taken = new Map<number, { number: number; amount: Fen }>();
  for (const { lineId, number, amount } of units) {
    const sum = taken.get(lineId) ?? { number: 0, amount: 0 };
    taken.set(lineId, { number: sum.number + number, amount: sum.amount + amount });
  }
  const after = (line: PricingGroupLine): PricingGroupLine => {
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
  const lines = group.lines.map(after);
  const orders = group.orders.map((order) =>
    closes && order.id === orderId ? { ...order, shipping: 0 } : order,
  );
  const left = (of: Pick<PricingGroup, 'lines' | 'orders'>) =>
    of.lines.reduce((sum, { money }) => sum + money, 0) +
    of.orders.reduce((sum, { shipping }) => sum + shipping, 0);
  return { group: { ...group, lines, orders }, own: left(group) - left({ lines, orders }) };
}

/** What the remaining goods of a group would have cost more, less what refunds of earlier orders cover. */
async function ownLoss(db: Db, group: PricingGroup): Promise<Fen> {
  const supports = await shippingSupportsOf(db, [...group.terms.keys()]);
  const loss = lossOf(keptPurchases(group, await countedAmounts(db, supports, null)));
  return Math.max(0, loss - supports.reduce((sum, { withheld }) => sum + withheld, 0));
}

/** What later purchases would have paid for shipping without the removed goods, as far as nothing else covers it. */
async function supportedLosses(db: Db, group: PricingGroup): Promise<ShippingSupport[]> {
  const ids = new Set(group.orders.map(({ id }) => id));
  const named = Map.groupBy(await purchasesSupportedBy(db, [...ids]), ({ purchaseId }) => purchaseId);
  const all = await shippingSupportsOf(db, [...named.keys()]);
  const allCounted = await countedAmounts(db, all, group);
  const needed: ShippingSupport[] = [];
  for (const [purchaseId, own] of named) {
    const [first] = own;
    if (!first) continue;
    const counted = new Map([[purchaseId, allCounted.get(purchaseId) ?? 0]]);
    const elsewhere = all
      .filter((support) => support.purchaseId === purchaseId && !ids.has(support.orderId))
      .reduce((sum, { withheld }) => sum + withheld, 0);
    const supported = await loadRefundScenarios(db, first.supportedOrderId, { unpaid: true });
    let withheld = 0;
    for (const outcome of supported.flatMap(possiblePayments)) {
      const loss = lossOf(keptPurchases(outcome, counted));
      withheld = Math.max(withheld, loss - elsewhere - (await withheldForGroup(db, outcome)));
    }
    needed.push(...own.map((support, index) => ({ ...support, withheld: index === 0 ? withheld : 0 })));
  }
  return needed;
}

/** What is withheld in a group, except for later purchases that it supported. */
async function withheldForGroup(db: Db, group: PricingGroup): Promise<Fen> {
  const supported = await purchasesSupportedBy(
    db,
    group.orders.map(({ id }) => id),
  );
  return withheldOf(group) - supported.reduce((sum, { withheld }) => sum + withheld, 0);
}

/** The group in every combination of its separately payable orders being paid or not. */
function possiblePayments(group: PricingGroup): PricingGroup[] {
  const open = group.orders.filter(({ waits }) => waits === 'alone').map(({ id }) => id);
  const choices = Array.from({ length: 2 ** Math.min(open.length, MAX_OPEN) }, (_, bits) =>
    open.filter((_id, index) => (bits & (1 << index)) !== 0),
  );
  return choices.map((unpaid) => ({
    ...group,
    orders: group.orders.filter(({ id }) => !unpaid.includes(id)),
    lines: group.lines.filter(({ orderId }) => !unpaid.includes(orderId)),
  }));
}

/** A purchase has at most as many orders as there are warehouses. */
const MAX_OPEN = 6;

/** Amount of earlier orders that counts towards the free shipping of each purchase, as far as it stays. */
async function countedAmounts(
  db: Db,
  supports: readonly ShippingSupport[],
  changed: PricingGroup | null,
): Promise<Map<number, Fen>> {
  const isChanged = (id: number) => changed?.orders.some((order) => order.id === id) ?? false;
  const others = new Set(supports.map(({ orderId }) => orderId).filter((id) => !isChanged(id)));
  const linesOf = Map.groupBy(
    [...(changed?.lines ?? []), ...(await linesKept(db, [...others]))],
    ({ orderId }) => orderId,
  );
  const sums = new Map<number, Fen>();
  for (const { purchaseId, orderId, amount } of supports) {
    const counted = Math.min(amount, countedAmountOf(linesOf.get(orderId) ?? []));
    sums.set(purchaseId, (sums.get(purchaseId) ?? 0) + counted);
  }
  return sums;
}

/** The amount of an order's lines that counts towards free shipping: the cost of their goods when they were ordered. */
function countedAmountOf(lines: readonly PricingGroupLine[]): Fen {
  return lines
    .filter((line) => line.counts)
    .reduce(
      (sum, { payable, kept, missed, number }) => sum + protectionOf(payable, number, kept + missed),
      0,
    );
}

function keptPurchases(
  { orders, lines, terms, team }: PricingGroup,
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
