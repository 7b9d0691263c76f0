import type { Db } from '../../../kernel/db/schema.ts';
import { narrow } from './numbers.ts';

/** What a row says of a good besides its code. */
export interface Description {
  name?: string;
  spec?: string;
  maker?: string;
}

/** Goods on sale of each name; a generic name counts as one. */
export async function goodsByName(db: Db, names: readonly string[]): Promise<Map<string, NamedGoods[]>> {
  const wanted = [...new Set(names.filter((name) => name !== ''))];
  if (wanted.length === 0) return new Map();
  const found = await db
    .selectFrom('goods')
    .innerJoin('makers', 'makers.id', 'goods.maker_id')
    .where('on_sale', '=', true)
    .where((eb) => eb.or([eb('goods.name', 'in', wanted), eb('goods.generic_name', 'in', wanted)]))
    .orderBy('goods.id')
    .select(['goods.id', 'goods.name', 'goods.generic_name', 'goods.spec', 'makers.name as maker'])
    .execute();
  return new Map(
    wanted.map((name) => [name, found.filter((good) => good.name === name || good.generic_name === name)]),
  );
}

export interface NamedGoods {
  id: number;
  name: string;
  spec: string;
  maker: string;
}

/** Those of one name that fit the rest of a description as well. */
export function fitting(goods: readonly NamedGoods[], { spec = '', maker = '' }: Description): NamedGoods[] {
  return goods.filter(
    (good) =>
      (spec === '' || specKey(good.spec) === specKey(spec)) &&
      (maker === '' || holds(good.maker, maker) || holds(maker, good.maker)),
  );
}

/** `0.25g×24粒` and `0.25G * 24 粒` are one. */
const specKey = (spec: string): string => narrow(spec).toLowerCase().replace(/\s/g, '').replace(/[×x]/g, '*');

const holds = (text: string, part: string): boolean => narrow(text).includes(narrow(part));
