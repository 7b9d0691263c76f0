import type { Db } from '../../../kernel/db/schema.ts';
import { type Accepted, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { ownersAttempt, withAttemptLimit } from '../verification/attempts.ts';
import { verifyPassword } from './passwords.ts';

export interface LoginAttempt {
  username: string;
  password: string;
  address: string;
  now: number;
  /** The token of a browser in which somebody has logged in before. */
  device: string | null;
  /** Phone number for members whose account is disabled (config/site.yaml `contact`). */
  hotline: string;
}

/**
 * Verifies a user name (or phone) and its password; returns the member's id. Unknown names and wrong passwords are
 * refused with the same message after the same time. Where the member has logged in before, the failures of others do not
 * count: a stranger who guesses slows down strangers (OWASP, device cookies).
 */
export async function logIn(
  db: Db,
  { username, password, address, now, device, hotline }: LoginAttempt,
): Promise<Accepted<number> | Refused> {
  const account = username.trim().toLowerCase();
  const member = await db
    .selectFrom('members')
    .select(['id', 'password_hash', 'disabled_at'])
    .where((eb) => eb.or([eb(eb.fn('lower', ['username']), '=', account), eb('phone', '=', account)]))
    .orderBy((eb) => eb(eb.fn('lower', ['username']), '=', account), 'desc')
    .executeTakeFirst();
  const known = await findKnownDevice(db, member?.id ?? 0, now, device);
  const attempt = known === null ? { account, address, now } : ownersAttempt(account, known, now);
  const judged = await withAttemptLimit(db, attempt, async () => {
    const fits = await verifyPassword(member?.password_hash ?? null, password);
    return member && fits ? ok(member) : refuse('loginFailed');
  });
  if (!judged.ok) return judged;
  // Checked after the password, so that only its owner learns that the account is disabled.
  return judged.data.disabled_at === null
    ? ok(judged.data.id)
    : refuse('accountDisabled', { message: `账号已停用，请联系客户经理或拨打服务热线 ${hotline}` });
}
