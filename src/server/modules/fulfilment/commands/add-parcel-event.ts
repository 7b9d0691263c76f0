import type { Db } from '../../../kernel/db/schema.ts';

/** Adds a tracking event to a parcel; `signed`: it was delivered. */
export async function addParcelEvent(
  db: Db,
  parcelId: number,
  event: { at: number; text: string; signed?: boolean },
): Promise<void> {
  await db
    .insertInto('parcel_events')
    .values({ parcel_id: parcelId, at: event.at, text: event.text })
    .execute();
  if (event.signed !== true) return;
  await db
    .updateTable('parcels')
    .set({ signed_at: event.at })
    .where('id', '=', parcelId)
    .where('signed_at', 'is', null)
    .execute();
}
