import type { OrderParcel } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';

/** The parcels of an order in the order of shipment, with their lines and tracking events. */
export async function parcelsOf(db: Db, orderId: number): Promise<OrderParcel[]> {
  const parcels = await db
    .selectFrom('parcels')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .selectAll()
    .execute();
  if (parcels.length === 0) return [];
  const ids = parcels.map(({ id }) => id);
  const lines = await db
    .selectFrom('parcel_lines')
    .innerJoin('order_lines', 'order_lines.id', 'parcel_lines.line_id')
    .innerJoin('batches', 'batches.id', 'parcel_lines.batch_id')
    .where('parcel_id', 'in', ids)
    .orderBy('parcel_lines.line_id')
    .select([
      'parcel_id',
      'order_lines.name',
      'order_lines.spec',
      'order_lines.unit',
      'batches.batch_number',
      'batches.expires',
      'parcel_lines.number',
    ])
    .execute();
  const events = await db
    .selectFrom('parcel_events')
    .where('parcel_id', 'in', ids)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .select(['parcel_id', 'at', 'text'])
    .execute();
  return parcels.map((parcel, index) => ({
    id: parcel.id,
    title: `包裹 ${index + 1}`,
    carrier: parcel.carrier,
    tracking_no: parcel.tracking_no,
    shipped_at: parcel.shipped_at,
    signed_at: parcel.signed_at,
    lines: lines
      .filter(({ parcel_id }) => parcel_id === parcel.id)
      .map(({ name, spec, unit, batch_number, expires, number }) => ({
        name,
        ypgg: spec,
        bzdw: unit,
        batch_number,
        expires,
        number,
      })),
    events: events.filter(({ parcel_id }) => parcel_id === parcel.id).map(({ at, text }) => ({ at, text })),
  }));
}
