import type { Kysely } from 'kysely';
import type { OpsTables } from './tables.ts';

/** Every table: those of the kernel, and what each module's `tables.ts` adds of its own. */
export interface Database extends OpsTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;
