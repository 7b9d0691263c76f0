import { DAY } from '#shop/domain/calendar.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { hashToken, newToken } from '../../../kernel/http/token-cookies.ts';

/** Seconds for which a browser is known after its last login. */
export const DEVICE_LIFETIME = 180 * DAY;

/**
 * Records that a member has logged in here; returns the browser's new token. Each login replaces the token, with all who
 * are known by it: one that somebody has planted or copied before is worth nothing afterwards.
 */
export async function rememberDevice(
  db: Db,
  memberId: number,
  now: number,
  token: string | null,
): Promise<string> {
  const renewed = newToken();
  const id = hashToken(renewed);
  if (token !== null)
    await db.updateTable('known_devices').set({ id }).where('id', '=', hashToken(token)).execute();
  const expires_at = now + DEVICE_LIFETIME;
  await db
    .insertInto('known_devices')
    .values({ id, member_id: memberId, expires_at })
    .onConflict((conflict) => conflict.columns(['id', 'member_id']).doUpdateSet({ expires_at }))
    .execute();
  return renewed;
}

/** What the browser of this token is known by, if this member has logged in there; otherwise null. */
export async function findKnownDevice(
  db: Db,
  memberId: number,
  now: number,
  token: string | null,
): Promise<string | null> {
  if (token === null) return null;
  const device = await db
    .selectFrom('known_devices')
    .select('id')
    .where('id', '=', hashToken(token))
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return device?.id ?? null;
}
