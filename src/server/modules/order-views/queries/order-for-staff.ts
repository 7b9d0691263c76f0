import { sql } from 'kysely';
import type { OpsOrder, OpsPick } from '#generated/schemas.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ORDER_STATE, orderStateText, payableText } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { mayClose } from '../../after-sales/index.ts';
import { lineMark } from '../../checkout/index.ts';
import { parcelsOf } from '../../fulfilment/index.ts';
import { listOpenPicks, sellableBatches } from '../../inventory/index.ts';
import { latestCancelRequest } from '../../orders/index.ts';
import { latestTransfer, methodText } from '../../payments/index.ts';

/** One order for staff; null when there is none. */
export async function readAnyOrder(db: Db, id: number, now: number): Promise<OpsOrder | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .innerJoin('warehouses', 'warehouses.id', 'orders.warehouse_id')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .innerJoin('members', 'members.id', 'purchases.member_id')
    .where('orders.id', '=', id)
    .selectAll('orders')
    .select([
      'companies.name as company',
      'warehouses.name as warehouse',
      'members.name as member',
      'members.username',
    ])
    .executeTakeFirst();
  if (!row) return null;
  const { lines, picks } = await linesOf(db, row, now);
  const transfer = await latestTransfer(db, id);
  const request = await latestCancelRequest(db, id);
  const totals = transfer ? await transferTotals(db, transfer.id) : { due: 0, nos: '' };
  const timeline = await db
    .selectFrom('order_events')
    .where('order_id', '=', id)
    .orderBy('id')
    .select(['at', 'text'])
    .execute();
  return {
    id,
    no: row.no,
    company: row.company,
    member: `${row.member}（${row.username}）`,
    status: row.status,
    status_text: orderStateText(row.status, row.kind),
    hm: row.hm,
    created_at: row.created_at,
    paid_at: row.paid_at,
    warehouse: row.warehouse,
    goods_amount: toYuan(row.goods_fen),
    reduce: toYuan(row.goods_fen + row.shipping_fen - row.payable_fen),
    shipping_fee: toYuan(row.shipping_fen),
    payable: toYuan(row.payable_fen),
    payable_text: payableText(row.status),
    paid: toYuan(row.paid_fen),
    refunded: toYuan(row.refunded_fen),
    pay_method_text: row.pay_methods.map(methodText).join(' + '),
    receiver: `${row.address_name} ${row.address_phone}`,
    address: `${row.address_region}${row.address_detail}`,
    remark: row.remark,
    lines,
    picks,
    parcels: await parcelsOf(db, id),
    transfer,
    transfer_due: toYuan(totals.due),
    transfer_orders: totals.nos,
    timeline,
    can_confirm_transfer: transfer?.state === 'waiting',
    can_review: row.status === ORDER_STATE.reviewing && row.kind === 'plain',
    can_ship:
      (row.status === ORDER_STATE.toShip || row.status === ORDER_STATE.partlyShipped) &&
      request?.state !== 'waiting',
    can_close: mayClose(row),
    cancel_request: request,
  };
}

async function linesOf(
  db: Db,
  order: { id: number; warehouse_id: number },
  now: number,
): Promise<Pick<OpsOrder, 'lines' | 'picks'>> {
  const rows = await db
    .selectFrom('order_lines')
    .where('order_id', '=', order.id)
    .orderBy('id')
    .selectAll()
    .execute();
  const open = await listOpenPicks(db, order.id);
  const batches = await batchesOf(db, order.id);
  const free = (
    await sellableBatches(
      db,
      rows.map(({ goods_id }) => goods_id),
      now,
    )
  ).filter(({ warehouse_id }) => warehouse_id === order.warehouse_id);
  const picks: OpsPick[] = open.flatMap((pick) => {
    const line = rows.find(({ id }) => id === pick.lineId);
    const batch = batches.find(({ batch_id }) => batch_id === pick.batchId);
    if (!line || !batch) return [];
    return toPick(line, { ...batch, id: pick.batchId }, pick.quantity);
  });
  return {
    picks,
    lines: rows.map((line) => {
      const held = picks.filter(({ line_id }) => line_id === line.id);
      const others = free.filter(({ goods_id }) => goods_id === line.goods_id);
      const ids = [...new Set([...held.map(({ batch_id }) => batch_id), ...others.map(({ id }) => id)])];
      const choices = ids.flatMap((batchId) => {
        const has = held.find(({ batch_id }) => batch_id === batchId);
        const other = others.find(({ id }) => id === batchId);
        const batch = has ?? other;
        return batch
          ? [
              toPick(
                line,
                { ...batch, id: batchId },
                (has?.max ?? 0) + (other?.available ?? 0),
                has?.max ?? 0,
              ),
            ]
          : [];
      });
      return {
        id: line.id,
        goods_id: line.goods_id,
        name: line.name,
        mark: lineMark(line.gift, null, line.name),
        sccj: line.maker,
        ypgg: line.spec,
        bzdw: line.unit,
        price: toYuan(line.price_fen),
        number: line.number,
        payable: toYuan(line.payable_fen),
        shipped: line.shipped,
        open: held.reduce((sum, { max }) => sum + max, 0),
        short: line.short,
        returned: line.returned,
        batches: batches
          .filter(({ line_id, number }) => line_id === line.id && number > 0)
          .map(({ batch_number, number }) => `${batch_number}×${number}`)
          .join('、'),
        choices,
      };
    }),
  };
}

function toPick(
  line: { id: number; name: string; spec: string; unit: string },
  batch: { id: number; batch_number: string; expires: string },
  max: number,
  start = 0,
): OpsPick {
  const { batch_number, expires } = batch;
  return {
    id: `${line.id}-${batch.id}`,
    line_id: line.id,
    title: line.name,
    detail: `${line.spec} · 批号 ${batch_number} · 效期 ${expires}`,
    unit: line.unit,
    max,
    start,
    batch_id: batch.id,
    batch_number,
    expires,
  };
}

function batchesOf(db: Db, orderId: number) {
  return db
    .selectFrom('line_batches')
    .innerJoin('order_lines', 'order_lines.id', 'line_batches.line_id')
    .innerJoin('batches', 'batches.id', 'line_batches.batch_id')
    .where('order_lines.order_id', '=', orderId)
    .orderBy('batches.expires')
    .select([
      'line_batches.line_id',
      'line_batches.batch_id',
      sql<number>`line_batches.number + line_batches.exchanged`.as('number'),
      'batches.batch_number',
      'batches.expires',
    ])
    .execute();
}

/** The total due and the numbers of the orders of a transfer. */
async function transferTotals(db: Db, transferId: number): Promise<{ due: number; nos: string }> {
  const orders = await db
    .selectFrom('transfer_orders')
    .innerJoin('orders', 'orders.id', 'transfer_orders.order_id')
    .where('transfer_id', '=', transferId)
    .orderBy('orders.id')
    .select(['orders.no', 'orders.payable_fen', 'orders.paid_fen'])
    .execute();
  return {
    due: orders.reduce((sum, { payable_fen, paid_fen }) => sum + payable_fen - paid_fen, 0),
    nos: orders.map(({ no }) => no).join('、'),
  };
}
