import type { Client } from 'pg';
import type { Statement } from '#tools/server/growth/shop.ts';
import { type PlanNode, planOf, TIMES } from './plan-of.ts';

/** A table that a statement reads as a whole. */
export interface FullScan {
  table: string;
  sql: string;
}

/** Nodes that hand on a row before they have read the next one: a limit above them is one for what stands below. */
const STREAMING = new Set([
  'Append',
  'Incremental Sort',
  'Limit',
  'Memoize',
  'Merge Append',
  'Nested Loop',
  'Result',
  'Subquery Scan',
]);

/** The tables below a node that are read from end to end. @param isLimited only so many rows are asked for */
function scannedBy(node: PlanNode, wide: ReadonlyMap<string, string>, isLimited: boolean): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, Plans: below = [] } = node;
  const limited = type === 'Limit' || (isLimited && STREAMING.has(type));
  const found = below.flatMap((child) => scannedBy(child, wide, limited));
  if (type === 'Seq Scan' && table !== undefined) found.push(table);
  const ofIndex =
    index !== undefined && node['Index Cond'] === undefined && !isLimited ? wide.get(index) : undefined;
  return ofIndex === undefined ? found : [...found, ofIndex];
}

/** Indices of many rows of their table, with its name; one of a few rows, such as open work, may be read as a whole. */
async function wideIndices(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; table: string }>(`
    SELECT own.relname AS name, whole.relname AS table FROM pg_index JOIN pg_class AS own ON own.oid = indexrelid
    JOIN pg_class AS whole ON whole.oid = indrelid WHERE own.reltuples > whole.reltuples / 10`);
  return new Map(rows.map(({ name, table }) => [name, table]));
}

/**
 * Which of these tables the statements read as a whole, by the plans that the database makes of them at first and
 * later. It takes an index wherever one can serve, however few rows a test has: what is left has none.
 */
export async function fullScans(
  client: Client,
  statements: readonly Statement[],
  tables: ReadonlySet<string>,
): Promise<FullScan[]> {
  const wide = await wideIndices(client);
  await client.query('SET enable_seqscan = off');
  const scans: FullScan[] = [];
  for (const statement of statements) {
    const scanned = new Set<string>();
    for (const time of TIMES) {
      const plan = await planOf(client, statement, time);
      for (const table of scannedBy(plan, wide, false)) if (tables.has(table)) scanned.add(table);
    }
    const sql = statement.sql.replaceAll(/\s+/g, ' ').trim();
    scans.push(...[...scanned].map((table) => ({ table, sql })));
  }
  return scans;
}
