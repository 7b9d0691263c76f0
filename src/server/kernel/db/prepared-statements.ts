/**
 * Statements that a process prepares at most. Lists of parameters make many texts of one query; further texts are parsed
 * at every execution.
 */
const MAX_STATEMENTS = 400;

/** Executions of a text before it is prepared. */
const MIN_USES = 3;

/** SQLSTATEs of a statement that was prepared before a migration changed its table, or by an earlier connection to the same session. */
const STALE_CODES: ReadonlySet<unknown> = new Set(['0A000', '42P05']);

/** Whether the statement must be prepared again. */
export const isStale = (fault: unknown): boolean => STALE_CODES.has((fault as { code?: unknown }).code);

/** Names of prepared statements, the same on every connection. */
export class StatementNames {
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
