import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { hashToken, newToken } from '../../../kernel/http/token-cookies.ts';

export type ProofKind = 'reset' | 'wechat-state' | 'wechat-identity';

export interface ProofToKeep {
  kind: ProofKind;
  member?: number;
  content: Record<string, unknown>;
  /** Seconds that it lives. */
  seconds: number;
  now: number;
}

/** Keeps a proof; answers the ticket that its holder shows, once. */
export async function keepProof(
  db: Db,
  { kind, member, content, seconds, now }: ProofToKeep,
): Promise<string> {
  const ticket = newToken();
  await db
    .insertInto('proofs')
    .values({
      id: hashToken(ticket),
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
  sql<boolean>`(id = ${hashToken(ticket)} AND kind = ${kind} AND expires_at > ${now})`;

/** A proof that could be spent now; it stays. */
export function findProof(db: Db, kind: ProofKind, ticket: string, now: number) {
  return db
    .selectFrom('proofs')
    .where(isOpen(kind, ticket, now))
    .select('content')
    .executeTakeFirst();
}

/** Spends a proof: of many at once one gets it. In the transaction that does what it allows. */
export function takeProof(db: Db, kind: ProofKind, ticket: string, now: number) {
  return db
    .deleteFrom('proofs')
    .where(isOpen(kind, ticket, now))
    .returning(['member_id', 'content'])
    .executeTakeFirst();
}
