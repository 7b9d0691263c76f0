import type { Random } from '../../../kernel/seed/random.ts';

interface PricedGoods {
  id: number;
  zbz: number;
  split: boolean;
  price_fen: number;
  ladder_type: number;
}

interface PriceRows {
  steps: { goods_id: number; number: number; price_fen: number }[];
  levels: { goods_id: number; level: number; price_fen: number }[];
}

/**
 * The ladder at 1, 5 and 20 中包装 for two goods in three, and a price for chains (level 2) and large buyers (level 3)
 * for some. Every step is cheaper than the one before.
 */
export function ladderOf(goods: PricedGoods, always: boolean, chance: Random): PriceRows {
  const cut = (share: number) => Math.max(1, Math.floor(goods.price_fen * (1 - share)));
  const first = goods.split ? 0.01 + chance.next() * 0.015 : 0;
  const prices = [cut(first), cut(0.035 + chance.next() * 0.02), cut(0.075 + chance.next() * 0.045)];
  // An "up to" ladder names the last quantity of each step, an "at least" ladder its first.
  const numbers =
    goods.ladder_type === 1
      ? [5 * goods.zbz - 1, 20 * goods.zbz - 1, 100 * goods.zbz]
      : [goods.zbz, 5 * goods.zbz, 20 * goods.zbz];
  const laddered = always || chance.chance(0.66);
  const distinct = new Set(prices).size === prices.length;
  const steps =
    laddered && distinct
      ? numbers.map((number, index) => ({
          goods_id: goods.id,
          number,
          price_fen: prices[index] ?? goods.price_fen,
        }))
      : [];
  const levels = chance.chance(0.3)
    ? [2, 3].map((level) => ({ goods_id: goods.id, level, price_fen: cut(level === 2 ? 0.03 : 0.05) }))
    : [];
  return { steps, levels };
}
