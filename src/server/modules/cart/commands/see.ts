import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { seenNow } from '../queries/changes.ts';
import { type CartFacts, loadCartFacts } from '../queries/facts.ts';

/** The columns that keep what a line shows now as seen by its buyer. */
export function seenColumns(line: CartFacts, cart: readonly CartFacts[], buyer: Member) {
  const { fen, notice } = seenNow(line, cart, buyer);
  return { seen_fen: fen, seen_notice: notice };
}

/** The buyer has read what changed in its cart. */
export async function seeCart(db: Db, buyer: Member, now: number): Promise<void> {
  const cart = await loadCartFacts(db, buyer, now);
  if (cart.length === 0) return;
  const seen = cart.map((line) => seenNow(line, cart, buyer));
  await sql`
    UPDATE cart_lines SET seen_fen = seen.fen, seen_notice = seen.notice
    FROM unnest(
      ${seen.map(({ id }) => id)}::integer[],
      ${seen.map(({ fen }) => fen)}::bigint[],
      ${seen.map(({ notice }) => notice)}::text[]
    ) AS seen (id, fen, notice)
    WHERE cart_lines.id = seen.id AND cart_lines.company_id = ${buyer.companyId}
  `.execute(db);
}
