import type { ColumnType, Generated } from 'kysely';

declare module '../../kernel/db/schema.ts' {
  interface Database extends InventoryTables {}
}

interface InventoryTables {
  warehouses: WarehousesTable;
  batches: BatchesTable;
}

interface WarehousesTable {
  id: Generated<number>;
  name: string;
  city: string;
}

/**
 * A batch in a warehouse. `stock` lies there, `reserved` of it belongs to orders, `available` is the rest.
 * Lock and update batches in the order (goods_id, id): a trigger may lock their goods' rows.
 */
interface BatchesTable {
  id: Generated<number>;
  goods_id: number;
  warehouse_id: number;
  batch_number: string;
  /** YYYY-MM-DD, as `expires`. */
  made: string;
  expires: string;
  stock: number;
  reserved: Generated<number>;
  available: ColumnType<number, never, never>;
}
