import {
  FLAGS,
  type Flag,
  type NumberColumn,
  type RangeColumn,
  TEXTS,
  type TextColumn,
} from '../condition.ts';

/** A good as the columns hold it. */
export type ColumnsRow = { id: number; category_id: number; maker_id: number; price_fen: number } & {
  created_at: number;
  expires: string | null;
} & Readonly<Record<Flag, boolean>> &
  Readonly<Record<TextColumn, string | null>>;

type Stored = Exclude<NumberColumn, 'id'> | TextColumn | RangeColumn;

const STORED: readonly Stored[] = ['category_id', 'maker_id', ...TEXTS, 'price_fen', 'created_at', 'expires'];

/** Goods beyond are not held: about 60 bytes each. */
const MOST_HELD = 1_000_000;

/** No text, or no day. */
export const NONE = 0;

/**
 * What the goods of a shop are counted and filtered by, column by column and by id, so that 100,000 goods take some MB and
 * are looked through in a millisecond or two. Texts are numbers of a dictionary, days are numbers `YYYYMMDD`.
 */
export class GoodsColumns {
  /** Bits of `FLAGS`; 0 where there is no good of that id. */
  flags = new Uint8Array(0);
  readonly #values = new Map<Stored, Int32Array>(STORED.map((name) => [name, new Int32Array(0)]));
  readonly #codes = new Map<TextColumn, Map<string, number>>(TEXTS.map((name) => [name, new Map()]));
  readonly #texts = new Map<TextColumn, string[]>(TEXTS.map((name) => [name, ['']]));

  /** Ids end before. */
  get size(): number {
    return this.flags.length;
  }

  column(name: Stored): Int32Array {
    return this.#values.get(name) ?? new Int32Array(0);
  }

  /** The number of a text; undefined for one that no good has. */
  codeOf(name: TextColumn, text: string): number | undefined {
    return this.#codes.get(name)?.get(text);
  }

  textOf(name: TextColumn, code: number): string {
    return this.#texts.get(name)?.[code] ?? '';
  }

  /** Takes rows in place of what was known of these ids. @returns false when there are more than can be held */
  put(rows: readonly ColumnsRow[]): boolean {
    const last = rows.reduce((most, { id }) => Math.max(most, id), 0);
    if (last >= MOST_HELD) return false;
    if (last >= this.size) this.#grow(Math.min(MOST_HELD, Math.ceil((last + 1) * 1.25)));
    for (const row of rows) {
      this.flags[row.id] = FLAGS.reduce((bits, flag, index) => bits | (Number(row[flag]) << index), 0);
      for (const name of STORED) this.column(name)[row.id] = this.#numberOf(name, row);
    }
    return true;
  }

  remove(id: number): void {
    if (id < this.size) this.flags[id] = 0;
  }

  #numberOf(name: Stored, row: ColumnsRow): number {
    const value = row[name];
    if (value === null) return NONE;
    if (typeof value === 'number') return value;
    return name === 'expires' ? dayNumber(value) : this.#code(name as TextColumn, value);
  }

  #code(name: TextColumn, text: string): number {
    const codes = this.#codes.get(name);
    const texts = this.#texts.get(name);
    if (!codes || !texts) return NONE;
    const known = codes.get(text);
    if (known !== undefined) return known;
    codes.set(text, texts.length);
    return texts.push(text) - 1;
  }

  #grow(size: number): void {
    const flags = new Uint8Array(size);
    flags.set(this.flags);
    this.flags = flags;
    for (const [name, old] of this.#values) {
      const values = new Int32Array(size);
      values.set(old);
      this.#values.set(name, values);
    }
  }
}

/** `2027-06-01` → 20270601, which has the same order. */
export const dayNumber = (day: string): number => Number(day.replaceAll('-', ''));

/** The bit of a flag. */
export const flagBit = (flag: Flag): number => 1 << FLAGS.indexOf(flag);
