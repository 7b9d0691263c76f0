import type { Kysely } from 'kysely';
import type { CatalogueTables } from './tables/catalogue.ts';
import type { ContentTables } from './tables/content.ts';
import type { MemberTables } from './tables/members.ts';

/** Every table, merged from `tables/`. */
export interface Database extends CatalogueTables, ContentTables, MemberTables {}

/** The database, or a transaction on it. */
export type Db = Kysely<Database>;
