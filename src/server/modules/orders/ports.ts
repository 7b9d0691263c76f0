import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';
import { createPort } from '../../kernel/port.ts';
import type { Refused } from '../../kernel/result/answer.ts';

/** What an order that is about to be placed is judged by. */
interface OrderToCheck {
  buyer: Member;
  /** It holds goods with ephedrine. */
  hm: boolean;
  now: number;
}

/** Why no such order may be placed; null when it may. */
export const mayOrder = createPort<[db: Db, order: OrderToCheck], Refused | null>();

/** An order ended unpaid, or was closed whole. In the transaction that ends it and has locked its row. */
export const onOrderEnded = createPort<[db: Db, orderId: number, at: number]>();
