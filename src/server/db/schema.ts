import type { Kysely } from 'kysely';
import type { MemberTables } from './tables/members.ts';

/** Every table, merged from `tables/`. */
export interface Database extends MemberTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;
