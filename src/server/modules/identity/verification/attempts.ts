import type { Db } from '../../../kernel/db/schema.ts';
import { type Accepted, type Refused, refuse } from '../../../kernel/result/answer.ts';

/** domain §1: 5 failures in 15 minutes block further attempts of the account and of the address they came from. */
const FAILURES = 5;
const WINDOW = 15 * 60;

export interface Attempt {
  /**
   * The secret at stake: an account's password, or its second factor. With what only its owner has (a known device, a
   * session) as part of it, attempts of others neither count nor are slowed down by it.
   */
  account: string;
  /** Network address of the request; empty where it is of no concern: other people's failures there do not count. */
  address: string;
  now: number;
}

/** An attempt by somebody who holds what only the owner of the account has. */
export const ownersAttempt = (account: string, held: string, now: number): Attempt => ({
  account: `${account} ${held}`,
  address: '',
  now,
});

/**
 * Verifies a secret, unless the account or the address has failed too often. The attempt is recorded before it is
 * verified, so that concurrent attempts are counted too; a success clears the account's failures.
 */
export async function withAttemptLimit<Data>(
  db: Db,
  { account, address, now }: Attempt,
  verify: () => Promise<Accepted<Data> | Refused>,
): Promise<Accepted<Data> | Refused> {
  const { id } = await db
    .insertInto('login_failures')
    .values({ account, address, failed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (await isThrottled(db, account, address, now - WINDOW, id)) {
    await db.deleteFrom('login_failures').where('id', '=', id).execute();
    return refuse('loginSlowed');
  }
  const judged = await verify();
  if (judged.ok) await clearFailures(db, [account]);
  return judged;
}

/** Clears the failed attempts of accounts whose owner has authenticated. */
export async function clearFailures(db: Db, accounts: readonly string[]): Promise<void> {
  await db.deleteFrom('login_failures').where('account', 'in', accounts).execute();
}

async function isThrottled(
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
    .where((eb) => {
      const ofAccount = eb('account', '=', account);
      return address === '' ? ofAccount : eb.or([ofAccount, eb('address', '=', address)]);
    })
    .executeTakeFirstOrThrow();
  return earlier.ofAccount >= FAILURES || (address !== '' && earlier.ofAddress >= FAILURES);
}
