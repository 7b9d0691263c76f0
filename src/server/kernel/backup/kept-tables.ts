import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';

/** A table whose rows are kept, with the columns that are written: none is computed by the database. */
export interface KeptTable {
  name: string;
  columns: string[];
}

/** What the migrations say of themselves, which a restore writes anew, and what is worth nothing a minute later. */
const LEFT_OUT = [
  'kysely_migration',
  'kysely_migration_lock',
  'migration_checksums',
  'rate_limits',
  'site_processes',
];

/** All tables of the shop, by name. */
export async function keptTables(db: Db): Promise<KeptTable[]> {
  const { rows } = await sql<KeptTable>`
    SELECT tables.table_name AS name, array_agg(columns.column_name::text ORDER BY columns.ordinal_position) AS columns
    FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
    WHERE tables.table_schema = 'public' AND tables.table_type = 'BASE TABLE' AND columns.is_generated = 'NEVER'
      AND tables.table_name <> ALL (${LEFT_OUT}::text[])
    GROUP BY tables.table_name ORDER BY tables.table_name`.execute(db);
  return rows;
}

/** How far a sequence has counted. */
export interface SequenceState {
  name: string;
  /** As text: larger than what a number holds. */
  value: string;
  /** Whether the value was given out. */
  used: boolean;
}

export async function sequenceStates(db: Db): Promise<SequenceState[]> {
  const { rows: names } = await sql<{ name: string }>`
    SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`.execute(db);
  const states: SequenceState[] = [];
  for (const { name } of names) {
    const { rows } = await sql<{ value: string; used: boolean }>`
      SELECT last_value::text AS value, is_called AS used FROM ${sql.table(name)}`.execute(db);
    for (const state of rows) states.push({ name, ...state });
  }
  return states;
}
