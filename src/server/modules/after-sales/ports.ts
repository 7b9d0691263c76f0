import type { Db } from '../../kernel/db/schema.ts';
import { createPort } from '../../kernel/port.ts';
import type { LockedOrder } from '../orders/index.ts';

/** Called after a refund of an order, in fen; in the refund's transaction, which has locked the order. */
export const onRefunded = createPort<[db: Db, order: LockedOrder, amount: number, at: number]>();
