import { createHash, randomBytes } from 'node:crypto';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { shareRows } from '../../../kernel/db/shared-rows.ts';
import type {
  KnownVisitor,
  SecondFactorRule,
  SessionOrigin,
  Sessions,
} from '../../../kernel/http/sessions.ts';
import { ANONYMOUS } from '../../../kernel/http/visitor.ts';
import { actingCompanies, roleOf } from './act-as.ts';
import { DEVICE_LIFETIME, rememberDevice } from './known-devices.ts';
import { notifyNewDevice } from './notify-new-device.ts';

/** Seconds that a session lives after its last use. */
const SESSION_LIFETIME = 7 * DAY;

/** Seconds after its login when a session ends, however much it is used. */
const LONGEST_SESSION = 30 * DAY;

/** Seconds after which a use extends it: not every request has to write. */
const RENEW_AFTER = 3_600;

/** The table holds no cookie value: who reads it cannot act as a member. */
const hashOf = (cookie: string) => createHash('sha256').update(cookie).digest('hex');

/** Seconds after the password in which the second factor must be shown or set up. */
const PENDING_LIFETIME = 600;

/** A new session; returns the cookie's value, 256 random bits. */
async function startSession(
  db: Db,
  memberId: number,
  now: number,
  { address, agent: sentAgent, secondFactor }: SessionOrigin,
): Promise<string> {
  const agent = sentAgent.slice(0, 200);
  await notifyNewDevice(db, { memberId, address, agent, now });
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
      agent,
      created_at: now,
      expires_at: now + SESSION_LIFETIME,
      proved_at: now,
      second_factor: secondFactor,
    })
    .execute();
  return cookie;
}

type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number];

const ofMember = ({ id }: SessionRow) => id;

/** Every request reads its session: it changes when somebody logs in or out, or staff change the company. */
const sharedSessions = shareRows<string, SessionRow>({
  max: 5000,
  from: {
    sessions: ofMember,
    members: ofMember,
    second_factors: ofMember,
    companies: 'all',
  },
});

function selectSessions(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('sessions')
    .innerJoin(actingCompanies(db).as('acting'), (join) =>
      join
        .onRef('acting.id', '=', 'sessions.member_id')
        .onRef('acting.companyId', '=', 'sessions.company_id'),
    )
    .leftJoin('second_factors', 'second_factors.member_id', 'acting.id')
    .selectAll('acting')
    .select(['sessions.id as sessionId', 'sessions.expires_at', 'sessions.created_at'])
    .select(['sessions.second_factor', 'second_factors.confirmed_at'])
    .where('sessions.id', 'in', ids)
    .execute();
}

async function loadSessions(db: Db, ids: readonly string[]): Promise<Map<string, SessionRow>> {
  return new Map((await selectSessions(db, ids)).map((row) => [row.sessionId, row]));
}

const NOBODY: KnownVisitor = { visitor: ANONYMOUS, pending: null, renewed: false };

/**
 * The visitor of a cookie; anonymous when it is unknown or expired. A session of staff without the second factor that
 * they have or must have is anonymous too: checked here, so that it holds for every kind of login.
 */
async function visitorOf(
  db: Db,
  cookie: string | undefined,
  { now, rule }: { now: number; rule: SecondFactorRule },
): Promise<KnownVisitor> {
  if (!cookie || cookie.length > 100) return NOBODY;
  const id = hashOf(cookie);
  const row = (await sharedSessions(db, [id], loadSessions)).get(id);
  if (!row || row.expires_at <= now) return NOBODY;
  const {
    expires_at,
    created_at,
    second_factor,
    confirmed_at,
    is_staff,
    approval,
    qualified_until,
    ...member
  } = row;
  const enrolled = confirmed_at !== null;
  if (is_staff && !second_factor && (enrolled || rule === 'required')) {
    const pending = { memberId: member.id, sessionId: member.sessionId, enrolled };
    return created_at + PENDING_LIFETIME > now ? { ...NOBODY, pending } : NOBODY;
  }
  const role = roleOf({ is_staff, approval, qualified_until }, now);
  const until = Math.min(now + SESSION_LIFETIME, created_at + LONGEST_SESSION);
  const renewed = expires_at < until - RENEW_AFTER;
  if (renewed) {
    await db.updateTable('sessions').set({ expires_at: until }).where('id', '=', member.sessionId).execute();
  }
  return { visitor: { ...member, role }, pending: null, renewed };
}

/** Whether the session is still open; the check does not extend it. */
async function isOpenSession(db: Db, sessionId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** @param sessionId the stored identity, as `Visitor` carries it */
async function endSession(db: Db, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

/**
 * The member's sessions end, all but this one: after a password change (domain §1), or by their own wish. Returns how many
 * there were.
 */
export async function endOtherSessions(db: Db, memberId: number, sessionId: string | null): Promise<number> {
  let others = db.deleteFrom('sessions').where('member_id', '=', memberId);
  if (sessionId !== null) others = others.where('id', '!=', sessionId);
  return (await others.returning('id').execute()).length;
}

/** Seconds after an authentication in which no password is needed again (domain §9 Passwords). */
const PROOF_LIFETIME = 15 * 60;

/** Whether the session's holder has authenticated within the last 15 minutes. */
export async function isRecentlyAuthenticated(db: Db, sessionId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('proved_at', '>', now - PROOF_LIFETIME)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records that the session's holder has just authenticated. */
export async function markAuthenticated(db: Db, sessionId: string, now: number): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('id', '=', sessionId).execute();
}

/** Records that the session's holder has shown the second factor. */
export async function markSecondFactor(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('sessions').set({ second_factor: true }).where('id', '=', sessionId).execute();
}

/** Sessions as the rest of the server uses them. */
export const sessions: Sessions = {
  lifetime: SESSION_LIFETIME,
  start: startSession,
  visitorOf,
  isOpen: isOpenSession,
  end: endSession,
  deviceLifetime: DEVICE_LIFETIME,
  rememberDevice,
};
