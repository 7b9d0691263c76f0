import type { Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends FulfilmentTables {}
}

interface FulfilmentTables {
  parcels: ParcelsTable;
  parcel_lines: ParcelLinesTable;
  parcel_events: { id: Generated<number>; parcel_id: number; at: number; text: string };
}

interface ParcelsTable {
  id: Generated<number>;
  order_id: number;
  carrier: string;
  tracking_no: string;
  shipped_at: number;
  signed_at: Generated<number | null>;
}

interface ParcelLinesTable {
  parcel_id: number;
  line_id: number;
  batch_id: number;
  number: number;
}
