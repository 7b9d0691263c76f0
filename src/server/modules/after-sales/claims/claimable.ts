import { sql } from 'kysely';
import type { ClaimableLine } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import {
  BINDING_KINDS,
  NO_RETURN_TEXT,
  OPEN_CLAIMS,
  type RefundableLine,
  refundFor,
  type UnitsBack,
} from '#shop/domain/claim.ts';
import { toYuan } from '#shop/domain/money.ts';
import { isNearExpiry } from '#shop/domain/near-expiry.ts';
import { hasArrived, ORDER_STATE, type OrderState } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { linesLeft } from '../refunds/lines.ts';

/** The claimable units of a line from one batch. */
export interface Claimable extends UnitsBack {
  name: string;
  spec: string;
  unit: string;
  batchNumber: string;
  expires: string;
  /** Held by the buyer, and in no open claim that takes or replaces them. */
  number: number;
  setNo: number | null;
  /** Sold as near its expiry: only faults give a right to return it. */
  nearExpiry: boolean;
  line: RefundableLine;
}

/** The units of an order that its buyer holds and may claim, by batch. Lock the order before the result is used. */
export async function claimableOf(db: Db, orderId: number): Promise<Claimable[]> {
  const rows = await db
    .selectFrom('line_batches')
    .innerJoin('order_lines as line', 'line.id', 'line_batches.line_id')
    .innerJoin('batches', 'batches.id', 'line_batches.batch_id')
    .where('line.order_id', '=', orderId)
    .orderBy('line.id')
    .orderBy('batches.expires')
    .select((eb) => [
      'line.id as lineId',
      'line_batches.batch_id as batchId',
      'line.name',
      'line.spec',
      'line.unit',
      'line.set_no as setNo',
      'line.near_before',
      'batches.batch_number as batchNumber',
      'batches.expires',
      sql<number>`line_batches.shipped + line_batches.exchanged - line_batches.returned - ${eb
        .selectFrom('claim_lines')
        .innerJoin('claims', 'claims.id', 'claim_lines.claim_id')
        .whereRef('claim_lines.line_id', '=', 'line_batches.line_id')
        .whereRef('claim_lines.batch_id', '=', 'line_batches.batch_id')
        .where('claims.status', 'in', OPEN_CLAIMS)
        .where('claims.kind', 'in', BINDING_KINDS)
        .select((bound) =>
          bound.fn.coalesce(bound.fn.sum<number>('claim_lines.number'), bound.lit(0)).as('n'),
        )}`.as('number'),
    ])
    .execute();
  const lines = new Map((await linesLeft(db, [orderId])).map((line) => [line.id, line]));
  return rows.flatMap(({ near_before, ...row }) => {
    const line = lines.get(row.lineId);
    if (row.number <= 0 || !line) return [];
    return [{ ...row, nearExpiry: near_before !== null && isNearExpiry(row.expires, near_before), line }];
  });
}

/** A claimable row in the API's form. `id` identifies line and batch. */
export function claimableAnswer(row: Claimable): ClaimableLine {
  return {
    id: claimId(row),
    title: row.name,
    detail: [row.spec, `批号 ${row.batchNumber}`, `效期 ${row.expires}`, row.nearExpiry && NO_RETURN_TEXT]
      .filter((text) => text !== false)
      .join(' · '),
    unit: row.unit,
    max: row.number,
    refund: toYuan(refundFor(row.line, row.number)),
  };
}

export function claimId({ lineId, batchId }: { lineId: number; batchId: number }): string {
  return `${lineId}-${batchId}`;
}

/** Whether anything of an order may be claimed now, and whether it may be refused at the door. */
export async function claimAbilitiesOf(
  db: Db,
  order: { id: number; status: OrderState; done_at: number | null },
  returnDays: number,
  now: number,
): Promise<{ can_claim: boolean; can_refuse: boolean }> {
  const late = order.done_at !== null && now > order.done_at + returnDays * DAY;
  const can_claim = hasArrived(order.status) && !late && (await claimableOf(db, order.id)).length > 0;
  return { can_claim, can_refuse: can_claim && order.status === ORDER_STATE.toReceive };
}
