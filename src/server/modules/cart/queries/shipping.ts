import { sql } from 'kysely';
import type { SiteConfig } from '#generated/schemas.ts';
import { toFen } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import type { ShippingRules } from '#shop/domain/shipping.ts';
import { prepareQuery, type Value } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/**
 * The site's shipping terms, in fen. 优选 goods and those with ephedrine reach their threshold within one purchase:
 * nothing that was ordered before counts towards it.
 */
export function shippingRules(trade: SiteConfig['constants']['trade'], unshipped: number): ShippingRules {
  const site = { freeFrom: toFen(trade.shippingFreeFrom), fee: toFen(trade.shippingFee) };
  return {
    site: { ...site, unshipped },
    yx: { freeFrom: toFen(trade.yxShippingFreeFrom), fee: toFen(trade.yxShippingFee), unshipped: 0 },
    hm: { ...site, unshipped: 0 },
  };
}

/** An order whose goods count towards free shipping of the next one, with their amount, in fen. */
export interface UnshippedOrder {
  orderId: number;
  amount: number;
}

/**
 * The amount of paid orders that are still to be shipped, in fen: their goods count towards the site's free shipping
 * (spec §9). 优选 lines and ephedrine do not: no group helps another. Neither does an order that its buyer wants to cancel,
 * nor a seat in a team, which may expire by itself, nor one that cost nothing: a discount or a refund may take all of it.
 */
export async function unshippedAmount(db: Db, companyId: number): Promise<number> {
  const [sum] = await loadAmount(db, { companyId });
  return sum?.amount ?? 0;
}

/** What is paid of the lines of an order and was not given back, in fen. */
const sumOfLines = sql<number>`(
  SELECT coalesce(sum(line.payable_fen - line.refunded_fen), 0)::bigint FROM order_lines AS line
  WHERE line.order_id = orders.id AND NOT line.yx
)`;

const loadAmount = prepareQuery<{ companyId: number }>()((db, { value }) =>
  unshipped(db, value('companyId')).select(
    sql<number>`coalesce(sum(coalesce(orders.support_fen, ${sumOfLines})), 0)`.as('amount'),
  ),
);

/** These orders, locked until the next order has been placed. */
export async function lockUnshipped(db: Db, companyId: number): Promise<UnshippedOrder[]> {
  const [locked] = await lockOrders(db, { companyId });
  const { ids = [], amounts = [] } = locked ?? {};
  const unknown = ids.filter((_, index) => amounts[index] === null);
  // Lines are read under the lock: what its statement sees of them is older.
  const sums = unknown.length === 0 ? [] : await loadSums(db, { ids: unknown });
  const sumOf = new Map(sums.map(({ orderId, amount }) => [orderId, amount]));
  return ids
    .map((orderId, index) => ({ orderId, amount: amounts[index] ?? sumOf.get(orderId) ?? 0 }))
    .filter(({ amount }) => amount > 0);
}

/** Answers one row: a buyer who orders all day has a hundred of them. */
const lockOrders = prepareQuery<{ companyId: number }>()((db, { value }) =>
  db
    .with('locked', (query) =>
      unshipped(query, value('companyId'))
        .orderBy('orders.id')
        .select(['orders.id', 'orders.support_fen'])
        .forShare(),
    )
    .selectFrom('locked')
    .select([
      sql<number[]>`coalesce(json_agg(locked.id), '[]')`.as('ids'),
      sql<(number | null)[]>`coalesce(json_agg(locked.support_fen), '[]')`.as('amounts'),
    ]),
);

const loadSums = prepareQuery<{ ids: readonly number[] }>()((db, { isAnyOf }) =>
  db
    .selectFrom('orders')
    .where(isAnyOf('orders.id', 'ids'))
    .select(['orders.id as orderId', sumOfLines.as('amount')]),
);

function unshipped(db: Pick<Db, 'selectFrom'>, companyId: Value<number>) {
  return db
    .selectFrom('orders')
    .where('orders.company_id', '=', companyId)
    .where('orders.hm', '=', false)
    .where('orders.support_fen', 'is distinct from', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('cancel_requests as request')
            .whereRef('request.order_id', '=', 'orders.id')
            .where('request.state', '=', 'waiting')
            .select('request.id'),
        ),
      ),
    )
    .where((eb) =>
      eb.or([
        eb('orders.status', '=', ORDER_STATE.toShip),
        eb.and([eb('orders.status', '=', ORDER_STATE.reviewing), eb('orders.kind', '=', 'plain')]),
      ]),
    );
}
