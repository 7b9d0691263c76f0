import { UsageError } from '#engine/cli/arguments.ts';

/** What a shop has of what grows. */
export interface ShopSize {
  goods: number;
  members: number;
  orders: number;
}

export const SMALL: ShopSize = { goods: 3_000, members: 50, orders: 1_000 };
export const LARGE: ShopSize = { goods: 100_000, members: 50_000, orders: 1_000_000 };

/** What one piece of work costs in a small shop and in a large one. */
export interface Cost {
  work: string;
  /** ms */
  small: number;
  large: number;
  /** How many times as long as the small shop's the large one's answer is. */
  shown: number;
  /** It looks at every row on purpose, so that its growth is no fault. */
  readsAll?: boolean;
}

/** The costs, and the processors that others took meanwhile. */
export interface GrowthReport {
  size: ShopSize;
  costs: readonly Cost[];
  others: number;
}

/** Less is the scheduler's and the client's, whatever is asked: ms. */
const FLOOR = 1;

/** How many times a cost is that of a small shop, as far as it can be told, for as much as is shown. */
export const factorOf = ({ small, large, shown }: Cost): number =>
  Math.max(large, FLOOR) / Math.max(small, FLOOR) / Math.max(shown, 1);

/** The largest factor among what must not grow. */
export const worstFactor = (costs: readonly Cost[]): number =>
  Math.max(...costs.filter(({ readsAll }) => !readsAll).map(factorOf));

const part = (text: string | undefined): number =>
  text && /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;

/** `3000,50,1000`: goods, members, orders. @throws UsageError */
export function parseSize(text: string): ShopSize {
  const [goods, members, orders, ...rest] = text.split(',');
  const size = { goods: part(goods), members: part(members), orders: part(orders) };
  if (rest.length > 0 || Object.values(size).some(Number.isNaN))
    throw new UsageError(`--size ${text}: 商品数,会员数,订单数 / goods,members,orders`);
  return size;
}
