import type { Kysely } from 'kysely';
import type { MigrationTables } from './tables.ts';

/** Every table: each folder of the kernel and each module declares its own in its `tables.ts`. */
export interface Database extends MigrationTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;
