import type { Generated } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends SecondFactorTables {}
}

interface SecondFactorTables {
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
}

/** Second factor of a member of staff: codes of an app (TOTP, RFC 6238). */
interface SecondFactorsTable {
  member_id: number;
  /** Base32, as the app holds it. */
  secret: string;
  /** When the first code was confirmed; null during the enrolment. */
  confirmed_at: Generated<number | null>;
  /** The time step of the last accepted code: it and earlier ones are refused. */
  last_step: Generated<number>;
  created_at: number;
}

/** Each replaces a code of the app once, when the app is lost. */
interface RecoveryCodesTable {
  member_id: number;
  /** SHA-256 in hexadecimal: a code holds 80 random bits, which nobody can try out. */
  code_hash: string;
  used_at: Generated<number | null>;
}
