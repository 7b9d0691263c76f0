import { type Counts, type Dimension, type Limits, priceBounds, type Values } from '../dimensions.ts';
import { yearAhead } from '../filter.ts';
import { dayNumber, flagBit, type GoodsColumns, NONE } from './goods-columns.ts';

/** A dimension as the columns have it: a number of each good, `NONE` where it has no value, and what it stands for. */
interface Coded {
  /** The numbers by id, or how one is found. */
  codes: Int32Array | ((id: number) => number);
  valueOf: (code: number) => string;
}

/** Counts goods, given by their ids, as `countBy` does. */
export function countInColumns(
  columns: GoodsColumns,
  ids: Int32Array,
  dimensions: readonly Dimension[],
  limits: Limits,
): Counts {
  const of = new Map(
    dimensions.map((dimension) => {
      const { codes, valueOf } = codedAs(columns, dimension, limits);
      return [dimension, valuesOf(countCodes(ids, codes), valueOf)] as const;
    }),
  );
  return { total: ids.length, of: (dimension) => of.get(dimension) ?? new Map() };
}

/** How many of the goods have each number. One column at a time: a loop over all of them at once takes twice as long. */
function countCodes(ids: Int32Array, codes: Coded['codes']): Int32Array {
  let counts = new Int32Array(64);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    const code = (typeof codes === 'function' ? codes(id) : codes[id]) ?? NONE;
    if (code >= counts.length) counts = enlarged(counts, code);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

function enlarged(counts: Int32Array, code: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * (code + 1));
  larger.set(counts);
  return larger;
}

/** The most frequent first, in the order of their text where they are as frequent. */
function valuesOf(counts: Int32Array, valueOf: Coded['valueOf']): Values {
  const found = [...counts].flatMap((count, code) =>
    code === NONE || count === 0 ? [] : [[valueOf(code), count] as const],
  );
  return new Map(found.sort(([one, most], [other, least]) => least - most || (one < other ? -1 : 1)));
}

const COLUMNS = {
  category: 'category_id',
  maker: 'maker_id',
  origin: 'origin',
  grade: 'grade',
  standard: 'standard',
  device_class: 'device_class',
  form: 'dosage_form',
} as const;

function codedAs(columns: GoodsColumns, dimension: Dimension, limits: Limits): Coded {
  const { flags } = columns;
  const has = (id: number, bit: number) => ((flags[id] ?? 0) & bit) !== 0;
  if (dimension === 'stock') {
    const bit = flagBit('in_stock');
    return { codes: (id) => (has(id, bit) ? 2 : 1), valueOf: (code) => String(code === 2) };
  }
  if (dimension === 'expiry') {
    const expires = columns.column('expires');
    const [near, year] = [dayNumber(limits.nearBefore), dayNumber(yearAhead(limits.now))];
    return {
      codes(id) {
        const day = expires[id] ?? NONE;
        if (day === NONE) return NONE;
        if (day <= near) return 1;
        return day <= year ? 2 : 3;
      },
      valueOf: (code) => ['', 'near', 'mid', '12'][code] ?? '',
    };
  }
  if (dimension === 'price') {
    const prices = columns.column('price_fen');
    const controlled = flagBit('controlled');
    const bounds = priceBounds(limits.priceSteps);
    return {
      // One more than the bucket, which may be 0.
      codes(id) {
        if (has(id, controlled)) return NONE;
        const price = prices[id] ?? 0;
        let bucket = 0;
        while (bucket < bounds.length && (bounds[bucket] ?? 0) <= price) bucket += 1;
        return 1 + bucket;
      },
      valueOf: (code) => String(code - 1),
    };
  }
  const name = COLUMNS[dimension];
  return {
    codes: columns.column(name),
    valueOf: (code) =>
      name === 'category_id' || name === 'maker_id' ? String(code) : columns.textOf(name, code),
  };
}
