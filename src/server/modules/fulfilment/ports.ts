import type { Db } from '../../kernel/db/schema.ts';
import { createPort } from '../../kernel/port.ts';
import type { LockedOrder } from '../orders/index.ts';

/** Called after each shipment of an order. `receiptDays`: days in which a receipt for ephedrine is due. */
export const onShipped =
  createPort<[db: Db, order: LockedOrder, shipment: { at: number; receiptDays: number }]>();

/** Called when an order is completed; in the transaction that has locked its row. */
export const onCompleted = createPort<[db: Db, order: LockedOrder, now: number]>();
