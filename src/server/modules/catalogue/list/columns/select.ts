import type { RawBuilder } from 'kysely';
import type { Db } from '../../../../kernel/db/schema.ts';
import type { Condition, NumberColumn, RangeColumn, TextColumn } from '../condition.ts';
import { dayNumber, flagBit, type GoodsColumns, NONE } from './goods-columns.ts';

/** Keeps of these ids those that are meant, in their order; may write into what it is given. */
type Select = (ids: Int32Array) => Int32Array;

/** The ids of the goods on sale that a condition leaves. What it asks of other tables is read from the database first. */
export async function selectIds(db: Db, columns: GoodsColumns, condition: Condition): Promise<Int32Array> {
  const select = await selectOf(db, columns, condition);
  return select(idsOnSale(columns));
}

function idsOnSale({ flags, size }: GoodsColumns): Int32Array {
  const ids = new Int32Array(size);
  let total = 0;
  for (let id = 0; id < size; id += 1) {
    if (flags[id] !== 0) ids[total++] = id;
  }
  return ids.subarray(0, total);
}

/** One condition at a time, in a loop of its own over a column: a test of everything for each good takes five times as long. */
async function selectOf(db: Db, columns: GoodsColumns, condition: Condition): Promise<Select> {
  if ('all' in condition) {
    const parts = await Promise.all(condition.all.map((one) => selectOf(db, columns, one)));
    return (ids) => parts.reduce((left, select) => select(left), ids);
  }
  if ('any' in condition) {
    const parts = await Promise.all(condition.any.map((one) => selectOf(db, columns, one)));
    return (ids) => {
      const meant = new Uint8Array(columns.size);
      for (const select of parts) for (const id of select(ids.slice())) meant[id] = 1;
      return keepMarked(ids, meant);
    };
  }
  if ('flag' in condition) return selectFlag(columns.flags, flagBit(condition.flag), condition.is);
  if ('among' in condition) return selectAmong(columns, condition.column, await idsOf(db, condition.among));
  if (!('in' in condition)) return selectRange(columns, condition);
  const { column } = condition;
  if (column === 'id' || column === 'category_id' || column === 'maker_id')
    return selectAmong(columns, column, condition.in);
  const codes = condition.in.flatMap((text) => columns.codeOf(column, String(text)) ?? []);
  return selectAmong(columns, column, codes);
}

const selectFlag =
  (flags: Uint8Array, bit: number, is: boolean): Select =>
  (ids) => {
    let kept = 0;
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      if ((((flags[id] ?? 0) & bit) !== 0) === is) ids[kept++] = id;
    }
    return ids.subarray(0, kept);
  };

function selectAmong(
  columns: GoodsColumns,
  column: NumberColumn | TextColumn,
  wanted: readonly number[],
): Select {
  const isWanted = new Uint8Array(wanted.reduce((most, one) => Math.max(most, one), 0) + 1);
  for (const one of wanted) isWanted[one] = 1;
  if (column === 'id') return (ids) => keepMarked(ids, isWanted);
  const values = columns.column(column);
  return (ids) => {
    let kept = 0;
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      if (isWanted[values[id] ?? NONE] === 1) ids[kept++] = id;
    }
    return ids.subarray(0, kept);
  };
}

function selectRange(
  columns: GoodsColumns,
  { column, least, above, most }: Extract<Condition, { column: RangeColumn }>,
): Select {
  const values = columns.column(column);
  const from = least === undefined ? Number.NEGATIVE_INFINITY : limitOf(least);
  const after = above === undefined ? Number.NEGATIVE_INFINITY : limitOf(above);
  const to = most === undefined ? Number.POSITIVE_INFINITY : limitOf(most);
  const mayLack = column !== 'expires';
  return (ids) => {
    let kept = 0;
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at] ?? 0;
      const value = values[id] ?? NONE;
      if (value >= from && value > after && value <= to && (mayLack || value !== NONE)) ids[kept++] = id;
    }
    return ids.subarray(0, kept);
  };
}

function keepMarked(ids: Int32Array, marked: Uint8Array): Int32Array {
  let kept = 0;
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    if (marked[id] === 1) ids[kept++] = id;
  }
  return ids.subarray(0, kept);
}

const limitOf = (limit: number | string): number => (typeof limit === 'number' ? limit : dayNumber(limit));

async function idsOf(db: Db, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await db.executeQuery<Record<string, number>>(query.compile(db));
  return rows.flatMap((row) => Object.values(row));
}
