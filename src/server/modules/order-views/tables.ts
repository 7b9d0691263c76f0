declare module '../../kernel/db/schema.ts' {
  interface Database extends PickingTables {}
}

interface PickingTables {
  picked_units: PickedUnitsTable;
}

/** Units of an order's line that the warehouse has taken from a batch, before they are shipped. */
interface PickedUnitsTable {
  line_id: number;
  batch_id: number;
  number: number;
  /** Who ticked them. */
  member_id: number;
  picked_at: number;
}
