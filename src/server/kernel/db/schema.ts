import type { Kysely } from 'kysely';
import type { MigrationTables } from './tables.ts';

/** Every table: each room of the kernel and each module adds its own in its `tables.ts`. */
export interface Database extends MigrationTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;
