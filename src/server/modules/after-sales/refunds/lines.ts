import { CLAIM_KIND, CLAIM_STATE, kindsOf, OPEN_CLAIMS, type RefundableLine } from '#shop/domain/claim.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** A line of an order; refunds promised to open claims count as paid, so that nothing is refunded twice. */
export interface OrderLineLeft extends RefundableLine {
  id: number;
  orderId: number;
  piece: number | null;
  yx: boolean;
  /** What of `refunded` lowered the price of units that were kept, of how many, and what of it is only promised. */
  protection: number;
  protectionUnits: number;
  protectionPromised: number;
}

/**
 * The lines of these orders with what can still be refunded of them. Lock the orders before the result is used.
 * @param declined orders whose open returns are taken as declined instead
 */
export async function linesLeft(
  db: Db,
  orderIds: readonly number[],
  declined: readonly number[] = [],
): Promise<OrderLineLeft[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('order_lines as line')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('claim_lines')
          .innerJoin('claims', 'claims.id', 'claim_lines.claim_id')
          .where('claims.order_id', 'in', orderIds)
          .where('claims.status', 'in', OPEN_CLAIMS)
          .$if(declined.length > 0, (query) =>
            query.where((claim) =>
              claim.or([
                claim('claims.order_id', 'not in', declined),
                claim('claims.kind', '=', CLAIM_KIND.priceProtection),
              ]),
            ),
          )
          .where((claim) =>
            claim.or([
              claim('claims.kind', 'in', kindsOf('return')),
              claim.and([
                claim('claims.kind', '=', CLAIM_KIND.priceProtection),
                claim('claims.status', '=', CLAIM_STATE.toSettle),
              ]),
            ]),
          )
          .groupBy('claim_lines.line_id')
          .select((claim) => [
            'claim_lines.line_id',
            claim.fn
              .coalesce(
                claim.fn
                  .sum<number>('claim_lines.number')
                  .filterWhere('claims.kind', '<>', CLAIM_KIND.priceProtection),
                claim.lit(0),
              )
              .as('units'),
            claim.fn.sum<number>('claim_lines.amount_fen').as('money'),
            claim.fn
              .coalesce(
                claim.fn
                  .sum<number>('claim_lines.amount_fen')
                  .filterWhere('claims.kind', '=', CLAIM_KIND.priceProtection),
                claim.lit(0),
              )
              .as('protection'),
          ])
          .as('promised'),
      (join) => join.onRef('promised.line_id', '=', 'line.id'),
    )
    .where('line.order_id', 'in', orderIds)
    .orderBy('line.id')
    .select([
      'line.id',
      'line.order_id as orderId',
      'line.piece',
      'line.yx',
      'line.number as quantity',
      'line.short',
      'line.returned',
      'line.payable_fen as payable',
      'line.refunded_fen as refunded',
      'line.protection_fen as protection',
      'line.protection_units as protectionUnits',
      'promised.units',
      'promised.money',
      'promised.protection as protectionPromised',
    ])
    .execute();
  return rows.map(({ units, money, protectionPromised, ...line }) => ({
    ...line,
    protectionPromised: protectionPromised ?? 0,
    returned: line.returned + (units ?? 0),
    refunded: line.refunded + (money ?? 0),
  }));
}
