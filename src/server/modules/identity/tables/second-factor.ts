import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends SecondFactorTables {}
}

interface SecondFactorTables {
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
}

/** What a member of staff shows besides the password: the codes of an app (TOTP, RFC 6238). */
interface SecondFactorsTable {
  member_id: number;
  /** Base32, as the app holds it. */
  secret: string;
  /** When the first code of the app was shown; null while it is being set up. */
  confirmed_at: Generated<number | null>;
  /** The time step whose code was taken last: it and earlier ones are worth nothing any more. */
  last_step: Generated<number>;
  created_at: number;
}

/** Each stands once for the app, when that is lost. */
interface RecoveryCodesTable {
  member_id: number;
  /** SHA-256 in hexadecimal: a code holds 80 random bits, which nobody can try out. */
  code_hash: string;
  used_at: Generated<number | null>;
}
