import type { Db } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { ok, type Refused, refuse } from '../result/answer.ts';
import { outcomeText, type PlannedRow } from './bulk.ts';

/** How a row reads before an act, and after it. */
export interface RowWords {
  label: string;
  before: string;
  after: string;
}

/** The act on one row: what a single call does with it, in the transaction that is given. */
export type RowAct = (db: Db, id: number) => Promise<RowWords | Refused>;

/** How the rows that are refused read. */
export type RowNames = (
  db: Db,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, Omit<RowWords, 'after'>>>;

const isRefused = (outcome: RowWords | Refused): outcome is Refused => 'refusal' in outcome;

/**
 * What an act would do with each row: it is done, and rolled back. So a preview cannot say other than what the act does,
 * and no rule stands twice.
 */
export function rehearseEach(
  db: Db,
  ids: readonly number[],
  names: RowNames,
  act: RowAct,
): Promise<PlannedRow[]> {
  return planEach(db, ids, names, async (id) => {
    let outcome: RowWords | Refused = refuse('invalid');
    await inTransaction(db, async (trx) => {
      outcome = await act(trx, id);
      return refuse('invalid');
    });
    return outcome;
  });
}

/**
 * Does an act with each row in a transaction of its own, as a call for each would: a row that is refused stays as it is,
 * and no lock is held while the others are worked on.
 */
export function doEach(db: Db, ids: readonly number[], names: RowNames, act: RowAct): Promise<PlannedRow[]> {
  return planEach(db, ids, names, async (id) => {
    const answer = await inTransaction(db, async (trx) => {
      const outcome = await act(trx, id);
      return isRefused(outcome) ? outcome : ok(outcome);
    });
    return answer.ok ? answer.data : answer;
  });
}

async function planEach(
  db: Db,
  ids: readonly number[],
  names: RowNames,
  outcomeOf: (id: number) => Promise<RowWords | Refused>,
): Promise<PlannedRow[]> {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other);
  const known = await names(db, sorted);
  const planned: PlannedRow[] = [];
  for (const id of sorted) {
    const { label, before } = known.get(id) ?? { label: `编号 ${id}`, before: '' };
    const outcome = await outcomeOf(id);
    planned.push(
      isRefused(outcome)
        ? { id, label, before, after: '—', problem: outcome.message }
        : { id, ...outcome, problem: null },
    );
  }
  return planned;
}

/** Problems that a message names; the others are counted. */
const NAMED_PROBLEMS = 3;

/** What was done with the rows, and which were refused and why, in a sentence. */
export function eachText(planned: readonly PlannedRow[], what: string): string {
  const refused = planned.filter(({ problem }) => problem !== null);
  const text = outcomeText(planned.length - refused.length, refused.length, what);
  const named = refused.slice(0, NAMED_PROBLEMS).map(({ label, problem }) => `${label}：${problem}`);
  const more = refused.length > named.length ? '等' : '';
  return named.length === 0 ? text : `${text}（${named.join('；')}${more}）`;
}
