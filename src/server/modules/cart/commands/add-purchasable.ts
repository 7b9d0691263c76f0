import type { CartLineToAdd } from '#generated/schemas.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { inSavepoint } from '../../../kernel/db/transaction.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import type { Refused } from '../../../kernel/result/answer.ts';
import { addLines } from './add.ts';

/** Result of one line to add: in the cart, or the reason why it is not. */
export type AddResult = { ok: true } | { ok: false; message: string };

const IN_CART: AddResult = { ok: true };

/**
 * Adds the lines that can be bought and gives the reason for each of the others; {@link addLines} adds all or none. Run
 * it in a transaction.
 * @returns one result per line, in the order of `params`
 */
export async function addPurchasable(
  db: Db,
  buyer: Member,
  params: readonly CartLineToAdd[],
  now: number,
): Promise<AddResult[]> {
  const results: AddResult[] = params.map(() => IN_CART);
  let left = params.map((_, index) => index);
  while (left.length > 0) {
    const tried = left.flatMap((index) => params[index] ?? []);
    const added = await inSavepoint(db, 'lines', () => addLines(db, buyer, tried, now), isAdded);
    if (isAdded(added)) return results;
    const refused = reasonsOf(added);
    if (refused.size === 0) {
      // A limit of the cart as a whole is exceeded, such as the number of lines.
      for (const index of left) results[index] = { ok: false, message: added.message };
      return results;
    }
    for (const [at, message] of refused) results[left[at] ?? 0] = { ok: false, message };
    left = left.filter((_, at) => !refused.has(at));
  }
  return results;
}

type Added = Awaited<ReturnType<typeof addLines>>;

const isAdded = (added: Added): added is Exclude<Added, Refused> => !('refusal' in added);

/** Position among the lines of this attempt -> reason of the refusal, read from the fields `params.<n>.…` of a 422. */
function reasonsOf({ data }: Refused): Map<number, string> {
  const reasons = new Map<number, string>();
  for (const [field, [message]] of Object.entries(data?.errors ?? {})) {
    const at = /^params\.(\d+)\./.exec(field)?.[1];
    if (at !== undefined && message !== undefined) reasons.set(Number(at), message);
  }
  return reasons;
}
