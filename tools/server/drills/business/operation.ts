import type { CallName, Calls } from '#generated/calls.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import type { Dice } from '../dice.ts';

/** Whoever makes calls, however they reach the shop. */
export interface Caller {
  call<Name extends CallName>(
    name: Name,
    inputs?: {
      params?: Calls[Name]['params'];
      query?: Partial<Calls[Name]['query']>;
      body?: Partial<Calls[Name]['body']>;
    },
  ): Promise<{ code: number; message: string; data: Calls[Name]['data'] }>;
}

export interface Dealer {
  username: string;
  caller: Caller;
  company: number;
  address_id: number;
}

/** The shop in which things are done at random. */
export interface Market {
  /** To choose what something is done to. */
  db: Db;
  staff: Caller;
  goods: readonly number[];
  dice: Dice;
  /** The slip of a bank transfer, and the receipt for goods with ephedrine: uploads of the dealer's. */
  slip(dealer: Dealer): Promise<string>;
  receipt(dealer: Dealer): Promise<string>;
}

/** One thing that a buyer or staff does; refusals are part of life. */
export type Operation = (market: Market, dealer: Dealer) => Promise<unknown>;

export type Weighted = readonly (readonly [weight: number, operation: Operation])[];

/** One of the operations, the heavier the likelier. */
export function chooseOperation(operations: Weighted, dice: Dice): Operation {
  const all = operations.reduce((sum, [weight]) => sum + weight, 0);
  let left = dice(all);
  for (const [weight, operation] of operations) {
    left -= weight;
    if (left < 0) return operation;
  }
  throw new Error('there is nothing to do');
}

/** One of the latest orders in these states, of a company or of all. */
export async function someOrder(
  { db, dice }: Market,
  states: readonly (10 | 15 | 20 | 30 | 35 | 40 | 50)[],
  company?: number,
): Promise<number | undefined> {
  const rows = await db
    .selectFrom('orders')
    .where('status', 'in', states)
    .$if(company !== undefined, (query) => query.where('company_id', '=', company ?? 0))
    .orderBy('id', 'desc')
    .limit(30)
    .select('id')
    .execute();
  return rows[dice(Math.max(rows.length, 1))]?.id;
}
