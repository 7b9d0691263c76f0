import type { OrderState } from '#shop/domain/order-state.ts';
import type { Db } from '../../kernel/db/schema.ts';
import { createPort } from '../../kernel/port.ts';
import type { LockedOrder } from '../orders/index.ts';

/** An order is paid in full. Answers the state that follows where the kind of order has one of its own, else null. */
export const onPaid = createPort<[db: Db, order: LockedOrder, at: number], OrderState | null>();
