import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { hashTicket, newTicket } from '../../../kernel/http/tickets.ts';

export type ProofKind = 'reset' | 'wechat-state' | 'wechat-identity';

export interface NewProof {
  kind: ProofKind;
  member?: number;
  content: Record<string, unknown>;
  /** Seconds that it lives. */
  seconds: number;
  now: number;
}

/** Keeps a proof; answers the ticket that its holder shows, once. */
export async function createProof(
  db: Db,
  { kind, member, content, seconds, now }: NewProof,
): Promise<string> {
  const ticket = newTicket();
  await db
    .insertInto('proofs')
    .values({
      id: hashTicket(ticket),
      kind,
      member_id: member ?? null,
      content: JSON.stringify(content),
      expires_at: now + seconds,
    })
    .execute();
  return ticket;
}

/** Whether the row of `proofs` is this one, and may still be spent. */
const isOpen = (kind: ProofKind, ticket: string, now: number) =>
  sql<boolean>`(id = ${hashTicket(ticket)} AND kind = ${kind} AND expires_at > ${now})`;

/** A proof that could be spent now; it stays. */
export function findProof(db: Db, kind: ProofKind, ticket: string, now: number) {
  return db
    .selectFrom('proofs')
    .where(isOpen(kind, ticket, now))
    .select('content')
    .executeTakeFirst();
}

/** Spends a proof: of many at once one gets it. In the transaction that does what it allows. */
export function consumeProof(db: Db, kind: ProofKind, ticket: string, now: number) {
  return db
    .deleteFrom('proofs')
    .where(isOpen(kind, ticket, now))
    .returning(['member_id', 'content'])
    .executeTakeFirst();
}
