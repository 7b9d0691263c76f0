import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { SmsScene } from '../../../kernel/outside/sms/sender.ts';
import { type Accepted, ok, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';

/** domain §6: seconds between two messages, messages to a phone per day, lifetime of a code (s), attempts per code. */
export const SMS_INTERVAL = 60;
const MAX_PER_DAY = 10;
const LIFETIME = 600;
const MAX_TRIES = 5;

/** Messages per network address and hour: enough for an office that shares one, too few for SMS bombing. */
const MAX_PER_ADDRESS = 60;

const HOUR = 3_600;

export interface CodeRequest {
  phone: string;
  scene: SmsScene;
  address: string;
  now: number;
  /** The phone may receive the code of this scene. Otherwise no message is sent, and the answer is the same. */
  isRecipient: boolean;
}

const hashOf = (phone: string, scene: SmsScene, code: string) =>
  createHash('sha256').update(`${phone}|${scene}|${code}`).digest('hex');

/**
 * Creates a code and queues its message; returns the message's id. Work and refusals are the same whether the phone is
 * known or not. Run it in a transaction.
 */
export async function issueCode(db: Db, request: CodeRequest): Promise<Accepted<number> | Refused> {
  const { phone, scene, address, now, isRecipient } = request;
  // Without the lock two concurrent requests would both pass the check of the interval.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sms ${phone}`}, 0))`.execute(db);
  const earlier = await db
    .selectFrom('sms_codes')
    .select((eb) => [eb.fn.countAll<number>().as('sent'), eb.fn.max('created_at').as('last')])
    .where('phone', '=', phone)
    .where('created_at', '>', now - DAY)
    .executeTakeFirstOrThrow();
  const wait = earlier.last === null ? 0 : earlier.last + SMS_INTERVAL - now;
  if (wait > 0) return refuse('smsTooSoon', { message: `请 ${wait} 秒后再获取`, data: { wait } });
  if (earlier.sent >= MAX_PER_DAY) return refuse('smsTooMany');
  const { near } = await db
    .selectFrom('sms_codes')
    .select((eb) => eb.fn.countAll<number>().as('near'))
    .where('address', '=', address)
    .where('created_at', '>', now - HOUR)
    .executeTakeFirstOrThrow();
  if (near >= MAX_PER_ADDRESS) return refuse('tooManyRequests');
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  await db
    .insertInto('sms_codes')
    .values({
      phone,
      scene,
      code_hash: hashOf(phone, scene, code),
      address,
      created_at: now,
      expires_at: now + LIFETIME,
    })
    .execute();
  const { id } = await db
    .insertInto('sms_messages')
    .values({ phone, scene, code, state: isRecipient ? 'waiting' : 'withheld', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return ok(id);
}

/** A right code, to be consumed in the transaction of the change that it allows. */
export interface VerifiedCode {
  id: number;
  /** It was consumed before: the request may be a repetition. */
  spent: boolean;
}

export interface CodeAttempt {
  phone: string;
  scene: SmsScene;
  code: string;
  now: number;
}

/**
 * Verifies a code. The attempt is counted before and outside of any transaction, so that neither concurrent attempts
 * nor a later rollback allow more of them.
 */
export async function verifyCode(
  db: Db,
  { phone, scene, code, now }: CodeAttempt,
): Promise<Accepted<VerifiedCode> | Refused> {
  const last = db
    .selectFrom('sms_codes')
    .select('id')
    .where('phone', '=', phone)
    .where('scene', '=', scene)
    .orderBy('id', 'desc')
    .limit(1);
  const row = await db
    .updateTable('sms_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', last)
    .where('expires_at', '>', now)
    .where('tries', '<', MAX_TRIES)
    .returning(['id', 'code_hash', 'used_at'])
    .executeTakeFirst();
  if (!row) return refuseField('code', '验证码已失效，请重新获取');
  if (row.code_hash !== hashOf(phone, scene, code)) return refuseField('code', '验证码不正确');
  return ok({ id: row.id, spent: row.used_at !== null });
}

/** Consumes a verified code; false when another request was faster. */
export async function consumeCode(db: Db, { id }: VerifiedCode, now: number): Promise<boolean> {
  const spent = await db
    .updateTable('sms_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}
