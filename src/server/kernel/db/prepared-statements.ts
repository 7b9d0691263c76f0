import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { DatabaseBreak, withBreaksNamed } from './outage.ts';
import { noteStatement } from './write-tracking.ts';

/**
 * Statements that a process prepares at most. Lists of parameters make many texts of one query; what is seen after
 * these is parsed anew each time, as it was before.
 */
const MOST_NAMES = 400;

/** How often a text must be seen before it is worth a name. */
const WORTH = 3;

/** A statement was prepared before a migration changed its table, or by an earlier connection to the same session. */
const STALE: ReadonlySet<unknown> = new Set(['0A000', '42P05']);

/**
 * The pool as Kysely uses it. All that the shop sends to its database passes here: breaks are thrown as `DatabaseBreak`,
 * statements that write are noted for whoever observes them. Each statement that comes again is prepared once a connection:
 * parsing and planning took more than half of the time of an order (4.4 of 8 ms in the database, measured on a flash sale).
 */
export function preparing(pool: Pool): PostgresPool {
  const names = new Names();
  return {
    async connect() {
      try {
        return clientOf(await pool.connect(), names);
      } catch (fault) {
        throw withBreaksNamed(fault);
      }
    },
    end: () => pool.end(),
  };
}

/** Names of statements, the same on every connection. */
class Names {
  readonly #seen = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #generation = 0;

  /** The text's name once it is worth one; undefined until then. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < WORTH) {
      if (this.#seen.size >= MOST_NAMES * WORTH) this.#seen.clear();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    const name = `s${this.#generation}_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Prepares everything anew. */
  forget(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

function clientOf(client: PoolClient, names: Names): PostgresPoolClient {
  let broken = false;

  async function run<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    // `begin` and the like carry no values, and nothing to plan.
    const name = values.length > 0 ? names.of(text) : undefined;
    noteStatement(text);
    try {
      const result = await client.query({ ...(name !== undefined && { name }), text, values: [...values] });
      const { command, rowCount, rows } = result;
      return { command: command as PostgresQueryResult<Row>['command'], rowCount: rowCount ?? 0, rows };
    } catch (fault) {
      if (name !== undefined && STALE.has((fault as { code?: unknown }).code)) names.forget();
      const named = withBreaksNamed(fault);
      broken ||= named instanceof DatabaseBreak;
      throw named;
    }
  }
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    text: string | PostgresCursor<Row>,
    values: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new TypeError('rows are not streamed here');
    return run<Row>(text, values);
  }
  // A session that the server is about to end must not go to the next request.
  return { query, release: () => client.release(broken) };
}
