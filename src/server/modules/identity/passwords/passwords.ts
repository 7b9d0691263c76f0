import { hash, verify } from '@node-rs/argon2';
import type { Db } from '../../../kernel/db/schema.ts';
import { randomBytes } from '../../../kernel/random-bytes.ts';
import { endOtherSessions } from '../sessions/sessions.ts';

/** Length of the salt that RFC 9106 recommends. */
const SALT_BYTES = 16;

/** argon2id with the library's parameters (19 MiB, 2 passes: OWASP's first choice); 6 to 12 ms here. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { salt: randomBytes(SALT_BYTES) });
}

/** Verified against when the member does not exist, so that the answer takes as long. */
let dummyHash: Promise<string> | undefined;

/**
 * Verifies a password against its stored hash.
 * @param stored null when there is no such member; the result is then false, after the same work
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody');
  const fits = await verify(stored ?? (await dummyHash), password);
  return fits && stored !== null;
}

/** Changes a password and ends the member's other sessions. */
export async function changePassword(
  db: Db,
  memberId: number,
  password: string,
  sessionId: string | null,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute();
  await endOtherSessions(db, memberId, sessionId);
}
