import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../../kernel/db/schema.ts';

const CODES = 10;

/** Crockford's base 32: no letter that is mistaken for a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 16 signs of 5 bits each. */
const LENGTH = 16;

const newCode = () => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** Normalises a typed code for comparison: without separators, with look-alike characters corrected. */
const normalise = (typed: string) =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** Replaces a member's recovery codes and returns them; only their hashes are stored. */
export async function renewRecoveryCodes(db: Db, memberId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ member_id: memberId, code_hash: hashOf(code) })))
    .execute();
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Uses a recovery code; false when it is not one of the member's, or was used before. */
export async function spendRecoveryCode(
  db: Db,
  { memberId, typed, now }: { memberId: number; typed: string; now: number },
): Promise<boolean> {
  const spent = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', hashOf(normalise(typed)))
    .where('used_at', 'is', null)
    .returning('member_id')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Number of unused recovery codes. */
export async function countRecoveryCodes(db: Db, memberId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_codes')
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  return left;
}
