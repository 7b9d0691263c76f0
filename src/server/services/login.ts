import { type Accepted, ok, type Refused, refuse } from '../answer.ts';
import type { Db } from '../db/schema.ts';
import { passwordFits } from './passwords.ts';

/** domain §1: 5 failures in 15 minutes slow the account and the address down. */
const FAILURES = 5;
const WINDOW = 15 * 60;

export interface LoginAttempt {
  username: string;
  password: string;
  address: string;
  now: number;
  /** Whom a member that staff have stopped may ring (config/site.yaml `contact`). */
  hotline: string;
}

/**
 * Judges a user name (or phone) with its password; answers the member's id. Unknown names and wrong passwords are
 * refused alike, in words and in time. The attempt is written down before it is judged, so that many at once are
 * counted as well.
 */
export async function logIn(
  db: Db,
  { username, password, address, now, hotline }: LoginAttempt,
): Promise<Accepted<number> | Refused> {
  const account = username.trim().toLowerCase();
  const attempt = await db
    .insertInto('login_failures')
    .values({ account, address, failed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (await isSlowed(db, account, address, now - WINDOW, attempt.id)) {
    await db.deleteFrom('login_failures').where('id', '=', attempt.id).execute();
    return refuse('loginSlowed');
  }
  const member = await db
    .selectFrom('members')
    .select(['id', 'password_hash', 'disabled_at'])
    .where((eb) => eb.or([eb(eb.fn('lower', ['username']), '=', account), eb('phone', '=', account)]))
    .orderBy((eb) => eb(eb.fn('lower', ['username']), '=', account), 'desc')
    .executeTakeFirst();
  const fits = await passwordFits(member?.password_hash ?? null, password);
  if (!member || !fits) return refuse('loginFailed');
  await db.deleteFrom('login_failures').where('account', '=', account).execute();
  // Only who knows the password is told.
  if (member.disabled_at !== null)
    return refuse('accountDisabled', { message: `账号已停用，请联系客户经理或拨打服务热线 ${hotline}` });
  return ok(member.id);
}

async function isSlowed(
  db: Db,
  account: string,
  address: string,
  since: number,
  own: number,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('login_failures')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('account', '=', account).as('ofAccount'),
      eb.fn.countAll<number>().filterWhere('address', '=', address).as('ofAddress'),
    ])
    .where('failed_at', '>', since)
    .where('id', '<', own)
    .where((eb) => eb.or([eb('account', '=', account), eb('address', '=', address)]))
    .executeTakeFirstOrThrow();
  return earlier.ofAccount >= FAILURES || earlier.ofAddress >= FAILURES;
}
