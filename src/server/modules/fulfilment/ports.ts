import type { Db } from '../../kernel/db/schema.ts';
import { createPort } from '../../kernel/port.ts';
import type { LockedOrder } from '../orders/index.ts';

/** Something of an order is on its way. `receiptDays`: days in which a receipt for ephedrine is due. */
export const onShipped =
  createPort<[db: Db, order: LockedOrder, shipment: { at: number; receiptDays: number }]>();

/** An order has arrived and is completed. In the transaction that has locked its row. */
export const onCompleted = createPort<[db: Db, order: LockedOrder, now: number]>();
