import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { inSpan, type SpanStart, tracingOf } from '#engine/host/tracing.ts';
import { asDatabaseOutage, DatabaseOutage } from './outage.ts';
import { ServerClient } from './pool.ts';
import { isStale, type StatementNames } from './prepared-statements.ts';
import type { ReportedChanges } from './reported-changes.ts';
import type { Observer } from './slow-queries.ts';
import { noteWrite } from './write-tracking.ts';

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

/** Commands whose number of rows is the number of rows that they have changed. */
const CHANGING: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** SQLSTATE of a statement that was not tried, since one before it in its transaction has failed. */
const NOT_TRIED = '25P02';

const isNotTried = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === NOT_TRIED;

/** What the sessions of a process have in common. */
export interface SessionContext {
  names: StatementNames;
  changes: ReportedChanges;
  observe: Observer | undefined;
}

/**
 * A session of the database as Kysely uses it; every query of the shop passes here. Outages are thrown as
 * `DatabaseOutage`, writes are reported to `trackWrites`, and each statement that recurs is prepared once: parsing and
 * planning took more than half of the database time of an order (4.4 of 8 ms, measured on a flash sale). What was changed
 * is reported to `changes` with the answer to the commit.
 *
 * Statements are sent at once and answered in their order, so that those which do not need each other's answers share
 * one round trip. Where one of them fails, those after it fail for its reason, whichever the work notices first.
 */
export class Session implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #context: SessionContext;
  #broken = false;
  #inTransaction = false;
  /** Why the last statement that was tried has failed. */
  #failure: unknown;

  constructor(client: PoolClient, context: SessionContext) {
    this.#client = client;
    this.#context = context;
  }

  async executeQuery<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.send(text, parameters);
    return {
      rows: rows as Row[],
      ...(CHANGING.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
    };
  }

  /** Sends a statement. @returns what `pg` answers: the command as the server calls it, and its rows */
  async send(text: string, values: readonly unknown[] = []) {
    const { names, observe } = this.#context;
    // `begin` and the like carry no values, and nothing to plan.
    const name = values.length > 0 ? names.of(text) : undefined;
    const step = stepOf(text);
    noteWrite(text);
    const query = { ...(name !== undefined && { name }), text, values: [...values] };
    if (this.#client instanceof ServerClient) this.#client.gather();
    const started = performance.now();
    try {
      const result = await (tracingOf()
        ? inSpan(spanOf(text), () => this.#client.query(query))
        : this.#client.query(query));
      this.#settle(step);
      this.#failure = undefined;
      observe?.({ text, values, milliseconds: performance.now() - started });
      return result;
    } catch (fault) {
      this.#settle(step);
      if (name !== undefined && isStale(fault)) names.invalidate();
      if (isNotTried(fault) && this.#failure !== undefined) throw this.#failure;
      const error = asDatabaseOutage(fault);
      this.#failure = error;
      this.#broken ||= error instanceof DatabaseOutage;
      throw error;
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new TypeError('cursors are not supported');
  }

  /** Gives it back to the pool. A broken session must not be reused by the next request. */
  release(): void {
    this.#client.release(this.#broken);
  }

  #settle(step: Step): void {
    if (step === 'begin') this.#inTransaction = true;
    if (step === 'commit' || step === 'rollback') this.#inTransaction = false;
    if (step === 'rollback') this.#context.changes.rolledBack(this.#client);
    else if (!this.#inTransaction) this.#context.changes.committed(this.#client);
  }
}
