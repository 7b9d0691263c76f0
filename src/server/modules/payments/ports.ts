import type { OrderState } from '#shop/domain/order-state.ts';
import type { Db } from '../../kernel/db/schema.ts';
import { createPort } from '../../kernel/port.ts';
import type { LockedOrder } from '../orders/index.ts';

/** Called when an order is fully paid. Returns its next state where the kind of order has its own, else null. */
export const onPaid = createPort<[db: Db, order: LockedOrder, at: number], OrderState | null>();
