import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { stockIn, type WarehouseStock } from '../../inventory/index.ts';
import type { ChosenGoods } from '../tables.ts';
import { type LineGoods, lineGoods } from './line-goods.ts';

/** Everything about a cart line that its price, limits and answer depend on, read at one moment. */
export interface CartFacts extends LineGoods, WarehouseStock {
  id: number;
  type: number;
  number: number;
  selected: boolean;
  warehouse_id: number;
  warehouse_name: string;
  promotion_id: number | null;
  manjian_id: number | null;
  seen_fen: number | null;
  seen_notice: string | null;
  /** The goods of one set; empty for any other line. */
  parts: PartFacts[];
}

/** A good of a set: `each` units in one. */
export interface PartFacts extends LineGoods, WarehouseStock {
  each: number;
}

/** Name of a line: its good, or the goods of its set. */
export const lineName = ({ name, parts }: Pick<CartFacts, 'name' | 'parts'>): string =>
  parts.length === 0 ? name : parts.map((part) => part.name).join(' + ');

/** Selects lines of a cart: those with these ids, or all lines that have some of these goods. */
export type LineFilter = { ids: readonly number[] } | { goodsIds: readonly number[] };

/** What the caller has read. */
interface ReadBefore {
  /** All lines of the cart. */
  lines?: readonly WrittenLine[] | undefined;
  /** Some of the goods behind them. */
  goods?: ReadonlyMap<number, LineGoods>;
}

/** Reads a company's cart, or some of its lines, with the goods behind it, oldest line first. */
export async function loadCartFacts(
  db: Db,
  buyer: Member,
  now: number,
  filter: LineFilter | null = null,
  before?: ReadBefore,
): Promise<CartFacts[]> {
  const all = before?.lines ?? (await cartLines(db, buyer.companyId));
  const known = before?.goods ?? new Map<number, LineGoods>();
  const lines = all.filter((line) => matchesFilter(line, filter));
  const missing = [...new Set(lines.flatMap(goodsIn))].filter((id) => !known.has(id));
  const goods = new Map([...known, ...(await lineGoods(db, buyer, now, missing))]);
  return lines.flatMap(({ goods_id, choice, ...line }) => {
    const own = goods.get(goods_id);
    if (!own) return [];
    const parts = choice.flatMap((chosen) => {
      const part = goods.get(chosen.goods_id);
      return part ? [{ ...part, ...stockIn(part.batches, line.warehouse_id), each: chosen.number }] : [];
    });
    return [{ ...own, ...stockIn(own.batches, line.warehouse_id), ...line, parts }];
  });
}

/** Every good of a line. */
export function goodsIn({
  goods_id,
  choice,
}: {
  goods_id: number;
  choice: readonly ChosenGoods[];
}): number[] {
  return [goods_id, ...choice.map((chosen) => chosen.goods_id)];
}

function matchesFilter(line: WrittenLine, filter: LineFilter | null): boolean {
  if (filter === null) return true;
  return 'ids' in filter
    ? filter.ids.includes(line.id)
    : goodsIn(line).some((id) => filter.goodsIds.includes(id));
}

/** A line as it was written. */
export type WrittenLine = Awaited<ReturnType<typeof cartLines>>[number];

/** A company's lines as they were written. */
export const cartLines = (db: Db, companyId: number) => readLines(db, { companyId });

const readLines = prepareQuery<{ companyId: number }>()((db, { value }) =>
  db
    .selectFrom('cart_lines as line')
    .innerJoin('warehouses', 'warehouses.id', 'line.warehouse_id')
    .where('line.company_id', '=', value('companyId'))
    .orderBy('line.id')
    .select([
      'line.id',
      'line.goods_id',
      'line.type',
      'line.number',
      'line.selected',
      'line.warehouse_id',
      'line.promotion_id',
      'line.manjian_id',
      'line.choice',
      'line.seen_fen',
      'line.seen_notice',
      'warehouses.name as warehouse_name',
    ]),
);
