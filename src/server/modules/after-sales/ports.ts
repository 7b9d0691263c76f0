import type { Db } from '../../kernel/db/schema.ts';
import { createPort } from '../../kernel/port.ts';
import type { LockedOrder } from '../orders/index.ts';

/** Money of an order, in fen, went back. In the refund's transaction, which has locked the order. */
export const onRefunded = createPort<[db: Db, order: LockedOrder, amount: number, at: number]>();
