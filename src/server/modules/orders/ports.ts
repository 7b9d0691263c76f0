import type { Db } from '../../kernel/db/schema.ts';
import type { Member } from '../../kernel/http/visitor.ts';
import { createPort } from '../../kernel/port.ts';
import type { Refused } from '../../kernel/result/answer.ts';

/** An order that is about to be placed. */
interface OrderToCheck {
  buyer: Member;
  /** It holds goods with ephedrine. */
  hm: boolean;
  now: number;
}

/** Refuses an order before it is placed; null to accept it. */
export const mayOrder = createPort<[db: Db, order: OrderToCheck], Refused | null>();

/** Called when an order ended unpaid or was closed; in the transaction that has locked its row. */
export const onOrderEnded = createPort<[db: Db, orderId: number, at: number]>();
