import type { GeneratedAlways } from 'kysely';

declare module '../../../kernel/db/schema.ts' {
  interface Database extends NoteTables {}
}

interface NoteTables {
  sold_notes: SoldNotesTable;
  sold_days: SoldDaysTable;
  rank_notes: RankNotesTable;
}

/** An order that became sold (`sign` 1), or was one and is none any more (-1). Written by triggers on `orders`. */
interface SoldNotesTable {
  id: GeneratedAlways<number>;
  order_id: number;
  sign: 1 | -1;
}

/** Units of a good in the paid orders of one of the last thirty days; older days are removed. */
interface SoldDaysTable {
  goods_id: number;
  /** A day of the shop's clock, as a number since 1970. */
  day: number;
  units: number;
}

/** A generic name whose goods have to be ranked again. Written by triggers on `goods`. */
interface RankNotesTable {
  id: GeneratedAlways<number>;
  name: string;
}
