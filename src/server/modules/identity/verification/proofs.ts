import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/schema.ts';
import { hashToken, newToken } from '../../../kernel/http/token-cookies.ts';

export type ProofKind = 'reset' | 'wechat-state' | 'wechat-identity';

export interface NewProof {
  kind: ProofKind;
  member?: number;
  content: Record<string, unknown>;
  /** Seconds that it lives. */
  seconds: number;
  now: number;
}

/** Stores a proof; returns the ticket that its holder presents once. Only the hash of the ticket is stored. */
export async function createProof(
  db: Db,
  { kind, member, content, seconds, now }: NewProof,
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

/** SQL: whether the row of `proofs` is this one, and can still be used. */
const isOpen = (kind: ProofKind, ticket: string, now: number) =>
  sql<boolean>`(id = ${hashToken(ticket)} AND kind = ${kind} AND expires_at > ${now})`;

/** A proof that can be used now, without using it. */
export function findProof(db: Db, kind: ProofKind, ticket: string, now: number) {
  return db
    .selectFrom('proofs')
    .where(isOpen(kind, ticket, now))
    .select('content')
    .executeTakeFirst();
}

/** Uses a proof: of concurrent requests one succeeds. Run it in the transaction of the change that it allows. */
export function consumeProof(db: Db, kind: ProofKind, ticket: string, now: number) {
  return db
    .deleteFrom('proofs')
    .where(isOpen(kind, ticket, now))
    .returning(['member_id', 'content'])
    .executeTakeFirst();
}
