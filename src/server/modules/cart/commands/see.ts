import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { seenNow } from '../queries/changes.ts';
import { type CartFacts, loadCartFacts } from '../queries/facts.ts';

/** Keeps what lines of a cart show now as seen by their buyer. */
export async function keepSeen(
  db: Db,
  lines: readonly CartFacts[],
  cart: readonly CartFacts[],
  buyer: Member,
): Promise<void> {
  if (lines.length === 0) return;
  const seen = lines.map((line) => seenNow(line, cart, buyer));
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

/** The buyer has read what changed in its cart. */
export async function seeCart(db: Db, buyer: Member, now: number): Promise<void> {
  const facts = await loadCartFacts(db, buyer, now);
  await keepSeen(db, facts, facts, buyer);
}
