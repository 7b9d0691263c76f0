import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { inSpan, type SpanStart } from '#engine/host/tracing.ts';
import { asDatabaseOutage, DatabaseOutage } from './outage.ts';
import type { ReportedChanges } from './reported-changes.ts';
import { noteWrite } from './write-tracking.ts';

/**
 * Statements that a process prepares at most. Lists of parameters make many texts of one query; further texts are parsed
 * at every execution.
 */
const MAX_STATEMENTS = 400;

/** Executions of a text before it is prepared. */
const MIN_USES = 3;

/** SQLSTATEs of a statement that was prepared before a migration changed its table, or by an earlier connection to the same session. */
const STALE_CODES: ReadonlySet<unknown> = new Set(['0A000', '42P05']);

/**
 * The pool as Kysely uses it; every query of the shop passes here. Outages are thrown as `DatabaseOutage`, writes are
 * reported to `trackWrites`, and each statement that recurs is prepared once per connection: parsing and planning took
 * more than half of the database time of an order (4.4 of 8 ms, measured on a flash sale). What was changed is reported to
 * `changes` with the answer to the commit.
 * @param connect takes a connection of the pool
 */
export function withPreparedStatements(
  pool: Pool,
  changes: ReportedChanges,
  connect = () => pool.connect(),
): PostgresPool {
  const names = new StatementNames();
  return {
    async connect() {
      try {
        return clientOf(await connect(), names, changes);
      } catch (fault) {
        throw asDatabaseOutage(fault);
      }
    },
    end: () => pool.end(),
  };
}

/** Names of prepared statements, the same on every connection. */
class StatementNames {
  readonly #seen = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #generation = 0;

  /** The name under which the text is prepared; undefined until it was executed `MIN_USES` times. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_STATEMENTS) return known;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < MIN_USES) {
      if (this.#seen.size >= MAX_STATEMENTS * MIN_USES) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    const name = `s${this.#generation}_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Makes every statement be prepared again, under a new name. */
  invalidate(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

/** What a statement does to the transaction of its session. */
type Step = 'begin' | 'commit' | 'rollback' | null;

function stepOf(text: string): Step {
  const [, word] = /^(begin|start|commit|rollback(?! to))\b/i.exec(text) ?? [];
  if (word === undefined) return null;
  return word.toLowerCase() === 'start' ? 'begin' : (word.toLowerCase() as Step);
}

/** Longest text that a span has: a list of parameters may be long. */
const LONGEST = 2000;

/** The text has no values: they are sent apart. */
function spanOf(text: string): SpanStart {
  const operation = (/^\s*(\w+)/.exec(text)?.[1] ?? 'statement').toUpperCase();
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text.slice(0, LONGEST),
  };
  return { name: operation, kind: 'client', attributes };
}

function clientOf(client: PoolClient, names: StatementNames, changes: ReportedChanges): PostgresPoolClient {
  let broken = false;
  let inTransaction = false;

  function settle(step: Step): void {
    if (step === 'begin') inTransaction = true;
    if (step === 'commit' || step === 'rollback') inTransaction = false;
    if (step === 'rollback') changes.rolledBack(client);
    else if (!inTransaction) changes.committed(client);
  }

  async function run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    // `begin` and the like carry no values, and nothing to plan.
    const name = values.length > 0 ? names.of(text) : undefined;
    const step = stepOf(text);
    noteWrite(text);
    try {
      const result = await inSpan(spanOf(text), () =>
        client.query({ ...(name !== undefined && { name }), text, values: [...values] }),
      );
      const { command, rowCount, rows } = result;
      settle(step);
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows };
    } catch (fault) {
      settle(step);
      if (name !== undefined && STALE_CODES.has((fault as { code?: unknown }).code)) names.invalidate();
      const error = asDatabaseOutage(fault);
      broken ||= error instanceof DatabaseOutage;
      throw error;
    }
  }
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('cursors are not supported');
    return run<Row>(text, values);
  }
  // A broken session must not be reused by the next request.
  return { query, release: () => client.release(broken) };
}
