import { createHash, randomBytes } from 'node:crypto';
import { DAY } from '#domain/calendar.ts';
import type { Db } from '../db/schema.ts';
import { ANONYMOUS, type Visitor } from '../visitor.ts';
import { actingCompanies, roleOf } from './stores/act-as.ts';

/** Seconds that a session lives after its last use. */
export const SESSION_LIFETIME = 7 * DAY;

/** Seconds after which a use lengthens it: not every request has to write. */
const RENEW_AFTER = 3_600;

/** The table holds no cookie value: who reads it cannot act as a member. */
const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('hex');

export interface SessionOrigin {
  address: string;
  agent: string;
}

/** A new session; answers the cookie's value, 256 random bits. */
export async function startSession(
  db: Db,
  memberId: number,
  now: number,
  { address, agent }: SessionOrigin,
): Promise<string> {
  const cookie = randomBytes(32).toString('base64url');
  const { company_id } = await db
    .selectFrom('members')
    .select('company_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('sessions')
    .values({
      id: hashOf(cookie),
      member_id: memberId,
      company_id,
      address,
      agent: agent.slice(0, 200),
      created_at: now,
      expires_at: now + SESSION_LIFETIME,
    })
    .execute();
  return cookie;
}

export interface KnownVisitor {
  visitor: Visitor;
  /** The session was lengthened: the cookie should be sent again. */
  renewed: boolean;
}

/** Who holds this cookie; an unknown or expired one is a visitor's. */
export async function visitorOf(db: Db, cookie: string | undefined, now: number): Promise<KnownVisitor> {
  if (!cookie || cookie.length > 100) return { visitor: ANONYMOUS, renewed: false };
  const row = await db
    .selectFrom('sessions')
    .innerJoin(actingCompanies(db).as('acting'), (join) =>
      join
        .onRef('acting.id', '=', 'sessions.member_id')
        .onRef('acting.companyId', '=', 'sessions.company_id'),
    )
    .selectAll('acting')
    .select(['sessions.id as sessionId', 'sessions.expires_at'])
    .where('sessions.id', '=', hashOf(cookie))
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) return { visitor: ANONYMOUS, renewed: false };
  const { expires_at, is_staff, approval, qualified_until, ...member } = row;
  const role = roleOf({ is_staff, approval, qualified_until }, now);
  const renewed = expires_at < now + SESSION_LIFETIME - RENEW_AFTER;
  if (renewed) {
    await db
      .updateTable('sessions')
      .set({ expires_at: now + SESSION_LIFETIME })
      .where('id', '=', member.sessionId)
      .execute();
  }
  return { visitor: { ...member, role }, renewed };
}

/** Does the session still stand? It is not lengthened by being asked. */
export async function isOpenSession(db: Db, sessionId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param sessionId the stored identity, as `Visitor` carries it */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/** After a password change: the member's sessions end, all but the one that made it (domain §1). */
export async function endOtherSessions(db: Db, memberId: number, sessionId: string | null): Promise<void> {
  let others = db.deleteFrom('sessions').where('member_id', '=', memberId);
  if (sessionId !== null) others = others.where('id', '!=', sessionId);
  await others.execute();
}
