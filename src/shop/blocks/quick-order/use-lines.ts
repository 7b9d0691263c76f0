import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readTabStorage, writeTabStorage } from '#engine/blocks/form-storage.ts';
import type { GoodsCard, QuickGoods } from '#generated/schemas.ts';
import { unitPrice as unitPriceOf } from '#shop/domain/goods-rules.ts';

/** Rows that were filled in, in the order in which they were; those of other pages among them. */
type Filled = ReadonlyMap<number, QuickGoods>;

const isRow = (value: unknown): value is QuickGoods =>
  typeof value === 'object' && value !== null && 'goods' in value && 'number' in value;

/** Filled rows as this tab kept them: a page that was left or loaded anew goes on where it stood. */
function restore(name: string | undefined): QuickGoods[] {
  const kept = name === undefined ? null : readTabStorage(name)?.['rows'];
  return Array.isArray(kept) ? kept.filter(isRow) : [];
}

/** The unit price of a quantity, in yuan, before promotions over the cart; null where it is not shown. */
export const unitPrice = (goods: GoodsCard, quantity: number): number | null =>
  unitPriceOf(goods, Math.max(1, quantity)).price;

/** What is filled in, over the rows of this page: numbers, the rows to show, sums. */
export function useLines(rows: readonly QuickGoods[], keep: string | undefined) {
  const [changed, setChanged] = useState<Filled | null>(null);
  // What was kept shows after the page has been taken over: the server cannot know it.
  const restored = useSyncExternalStore(never, yes, no);
  const filled = changed ?? new Map([...begun(rows), ...(restored ? restore(keep) : []).map(entry)]);
  // An answer arrives in the closure of an earlier render: what was typed meanwhile must stay.
  const now = useRef(filled);
  useLayoutEffect(() => {
    now.current = filled;
  });
  const write = (next: Filled) => {
    now.current = next;
    setChanged(next);
    if (keep !== undefined) writeTabStorage(keep, next.size === 0 ? null : { rows: [...next.values()] });
  };
  const lines = [...filled.values()];
  const here = new Set(rows.map(({ id }) => id));
  return {
    /** What is filled in. */
    filled: lines,
    /** Rows of elsewhere first: what was searched, pasted, or filled in on another page. */
    shown: [...lines.filter(({ id }) => !here.has(id)), ...rows],
    quantityOf: (id: number) => filled.get(id)?.number ?? 0,
    lines: lines.map(({ id, number: quantity }) => ({ goods_id: id, number: quantity })),
    kinds: lines.length,
    units: lines.reduce((sum, { number: quantity }) => sum + quantity, 0),
    amount:
      lines.reduce(
        (sum, { goods, number: quantity }) =>
          sum + quantity * Math.round((unitPrice(goods, quantity) ?? 0) * 100),
        0,
      ) / 100,
    put(added: readonly QuickGoods[]) {
      const next = new Map(now.current);
      for (const row of added) {
        if (row.number > 0) next.set(row.id, row);
        else next.delete(row.id);
      }
      write(next);
    },
    clear: () => write(new Map()),
  };
}

const entry = (row: QuickGoods) => [row.id, row] as const;

const begun = (rows: readonly QuickGoods[]) => rows.filter(({ number: quantity }) => quantity > 0).map(entry);

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** Whether a text is rows of a table, as a spreadsheet copies them, rather than a word to search for. */
export function isTable(text: string): boolean {
  return text.includes('\t') || text.trim().includes('\n');
}
