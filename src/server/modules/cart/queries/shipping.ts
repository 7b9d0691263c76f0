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
 * Paid orders that are still to be shipped: their goods count towards the site's free shipping (spec §9). 优选 lines and
 * ephedrine do not: no group helps another. Neither does an order that its buyer wants to cancel, nor a seat in a team,
 * which may expire by itself, nor one that cost nothing: a discount or a refund may take all of it.
 */
export function unshippedOrders(db: Db, companyId: number): Promise<UnshippedOrder[]> {
  return loadUnshipped(db, { companyId });
}

/** What is paid of the lines of an order and was not given back, in fen. */
const LEFT = sql<number>`sum(line.payable_fen - line.refunded_fen)`;

const loadUnshipped = prepareQuery<{ companyId: number }>()((db, { value }) =>
  unshipped(db, value('companyId'))
    .innerJoin('order_lines as line', 'line.order_id', 'orders.id')
    .where('line.yx', '=', false)
    .groupBy('orders.id')
    .having(LEFT, '>', 0)
    .orderBy('orders.id')
    .select(['orders.id as orderId', LEFT.as('amount')]),
);

/** Locks the orders that count towards free shipping until the next order has been placed. */
export const lockUnshipped = prepareQuery<{ companyId: number }>()((db, { value }) =>
  unshipped(db, value('companyId')).orderBy('orders.id').select('orders.id').forShare(),
);

function unshipped(db: Db, companyId: Value<number>) {
  return db
    .selectFrom('orders')
    .where('orders.company_id', '=', companyId)
    .where('orders.hm', '=', false)
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
