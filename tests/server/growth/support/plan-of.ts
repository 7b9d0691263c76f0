import type { Client } from 'pg';
import type { Statement } from '#tools/server/growth/shop.ts';

/** A node of a plan, as far as it is read here. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  /** Blocks that it and what stands below it read; only where it was run. */
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: readonly PlanNode[];
}

/**
 * A prepared statement is planned for its values the first times. After five of them the database keeps one plan for any values,
 * where it thinks that this costs no more.
 */
export const TIMES = ['first', 'later'] as const;

export type Time = (typeof TIMES)[number];

const RUNS: Readonly<Record<Time, number>> = { first: 1, later: 7 };

/** The plan that the database makes of a statement, now or later; `isRun` says what it read as well. */
export async function planOf(
  client: Client,
  { sql, parameters }: Statement,
  time: Time,
  { isRun = false } = {},
): Promise<PlanNode> {
  const values = parameters.map((value) => literal(client, value));
  const options = ['FORMAT JSON', ...(isRun ? ['ANALYZE', 'BUFFERS'] : [])];
  await client.query(`PREPARE planned AS ${sql}`);
  try {
    let plan: PlanNode | undefined;
    for (let run = 0; run < RUNS[time]; run += 1) {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
        `EXPLAIN (${options.join(', ')}) EXECUTE planned${values.length > 0 ? `(${values.join(', ')})` : ''}`,
      );
      plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    }
    if (!plan) throw new Error(`no plan of ${sql}`);
    return plan;
  } finally {
    await client.query('DEALLOCATE planned');
  }
}

/** Blocks that a statement reads, from memory or from the disk. */
export async function blocksOf(client: Client, statement: Statement, time: Time): Promise<number> {
  const plan = await planOf(client, statement, time, { isRun: true });
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** A value as SQL; the statement knows its type. */
function literal(client: Client, value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return client.escapeLiteral(value);
  // An array is written like JSON, in other brackets.
  const text = JSON.stringify(value);
  return client.escapeLiteral(Array.isArray(value) ? `{${text.slice(1, -1)}}` : text);
}
