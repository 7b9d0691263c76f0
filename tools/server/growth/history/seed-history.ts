import type { Client } from 'pg';
import { memberStatements, shelfStatements } from './members.ts';
import { aftermathStatements, ledgerStatements, orderStatements } from './orders.ts';

/** What is added to the demo data. */
export interface History {
  members: number;
  orders: number;
  /** Seconds since 1970; the last order is placed a minute before. */
  now: number;
}

interface Index {
  schemaname: string;
  indexname: string;
  indexdef: string;
}

/**
 * Adds the past of a shop, in bulk: buyers, and orders over three years with all that hangs on them. References hold and
 * the books agree, though neither triggers nor foreign keys look at the rows: those would take hours.
 */
export async function seedHistory(client: Client, { members, orders, now }: History): Promise<void> {
  const { rows: indexes } = await client.query<Index>(`
    SELECT schemaname, indexname, indexdef FROM pg_indexes JOIN pg_class ON relname = indexname
    JOIN pg_index ON indexrelid = pg_class.oid
    WHERE schemaname = 'public' AND NOT indisunique AND tablename NOT LIKE 'search%'`);
  await client.query(`SET session_replication_role = replica`);
  /* An index is made of the rows at once far sooner than row by row. */
  for (const { indexname } of indexes) await client.query(`DROP INDEX "${indexname}"`);
  const statements = [
    ...memberStatements(members, now),
    ...orderStatements(orders, now),
    ...ledgerStatements(now),
    ...aftermathStatements(now),
    ...shelfStatements(now),
  ];
  for (const statement of statements) await client.query(statement);
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query(`SET session_replication_role = DEFAULT`);
  await continueIds(client);
  await client.query('VACUUM ANALYZE');
}

/** Lets the next row of each table have an id of its own. */
async function continueIds(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT table_name AS "table" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'id' AND is_identity = 'YES'`,
  );
  for (const { table } of rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM ${table}), false)`,
    );
}
