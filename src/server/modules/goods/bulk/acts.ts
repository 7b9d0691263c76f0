import { formatFen } from '#shop/domain/format.ts';
import type { PlannedRow } from '../../../kernel/bulk/bulk.ts';
import type { GoodsState, KnownGoods } from './states.ts';

export type GoodsAct = 'on' | 'off' | PricingAct | 'yx' | 'not_yx' | 'controlled' | 'not_controlled';

/** Acts that need a percentage. */
type PricingAct = 'price' | 'cost' | 'cost_share';

/** A planned row with the values that it has and would have. */
export interface GoodsPlan extends PlannedRow {
  from: GoodsState;
  to: GoodsState;
}

type Flag = 'on_sale' | 'yx' | 'controlled';

type FlagAct = Exclude<GoodsAct, PricingAct>;

const FLAGS: Record<FlagAct, { flag: Flag; value: boolean; title: string }> = {
  on: { flag: 'on_sale', value: true, title: '上架' },
  off: { flag: 'on_sale', value: false, title: '下架' },
  yx: { flag: 'yx', value: true, title: '设为优选' },
  not_yx: { flag: 'yx', value: false, title: '取消优选' },
  controlled: { flag: 'controlled', value: true, title: '设为控销' },
  not_controlled: { flag: 'controlled', value: false, title: '取消控销' },
};

const WORDS: Record<Flag, [string, string]> = {
  on_sale: ['已下架', '在售'],
  yx: ['普通', '优选'],
  controlled: ['普通', '控销'],
};

/** The largest price: what a form of one good takes as well. */
const MAX_FEN = 100_000_000;

const moveText = (percent: number): string => `${percent > 0 ? '上调' : '下调'} ${Math.abs(percent)}%`;

interface Pricing {
  title: (percent: number) => string;
  /** Why no good can be changed by this percentage; null where it can. */
  problem: (percent: number) => string | null;
  plan: (goods: KnownGoods, percent: number) => GoodsPlan;
}

const needsMove = (percent: number): string | null => (percent === 0 ? '请填写调整的百分比' : null);

const PRICING: Record<PricingAct, Pricing> = {
  price: { title: (percent) => `价格${moveText(percent)}`, problem: needsMove, plan: planPrice },
  cost: {
    title: (percent) => `成本价${moveText(percent)}`,
    problem: needsMove,
    plan: (goods, percent) =>
      planCost(goods, goods.cost_fen === null ? null : Math.round((goods.cost_fen * (100 + percent)) / 100)),
  },
  cost_share: {
    title: (percent) => `成本价定为价格的 ${percent}%`,
    problem: (percent) => (percent <= 0 ? '请填写价格的百分之几，要大于 0' : null),
    plan: (goods, percent) => planCost(goods, Math.round((goods.price_fen * percent) / 100)),
  },
};

const isPricing = (act: GoodsAct): act is PricingAct => act in PRICING;

export const titleOf = (act: GoodsAct, percent: number): string =>
  isPricing(act) ? PRICING[act].title(percent) : FLAGS[act].title;

/** Why an act cannot be done with this percentage; null where it can. */
export const percentProblem = (act: GoodsAct, percent: number): string | null =>
  isPricing(act) ? PRICING[act].problem(percent) : null;

/** What an act would do with each of these goods. */
export function planGoods(goods: readonly KnownGoods[], act: GoodsAct, percent: number): GoodsPlan[] {
  return goods.map((one) => (isPricing(act) ? PRICING[act].plan(one, percent) : planFlag(one, act)));
}

function planFlag(goods: KnownGoods, act: FlagAct): GoodsPlan {
  const { flag, value } = FLAGS[act];
  const word = (is: boolean) => WORDS[flag][is ? 1 : 0];
  const { id, label } = goods;
  return {
    id,
    label,
    before: word(goods[flag]),
    after: word(value),
    problem: goods[flag] === value ? `已经是${word(value)}` : null,
    from: { id, [flag]: goods[flag] },
    to: { id, [flag]: value },
  };
}

/** Ladder and level prices move with the price, so that a larger quantity never comes to cost more a unit (spec §9). */
function planPrice(goods: KnownGoods, percent: number): GoodsPlan {
  const moved = (fen: number) => Math.round((fen * (100 + percent)) / 100);
  const scaled = (steps: [number, number][]) => steps.map(([at, fen]): [number, number] => [at, moved(fen)]);
  const { id, label, price_fen, ladder, levels } = goods;
  const to = { id, price_fen: moved(price_fen), ladder: scaled(ladder), levels: scaled(levels) };
  const lowest = Math.min(to.price_fen, ...[...to.ladder, ...to.levels].map(([, fen]) => fen));
  const problem = amountProblem(price_fen, { lowest, highest: to.price_fen });
  return {
    id,
    label,
    before: formatFen(price_fen),
    after: formatFen(to.price_fen),
    problem,
    from: { id, price_fen, ladder, levels },
    to,
  };
}

/** @param cost_fen the new cost; null where it follows from one that nobody knows */
function planCost({ id, label, cost_fen: before }: KnownGoods, cost_fen: number | null): GoodsPlan {
  const words = (fen: number | null) => (fen === null ? '不知道' : formatFen(fen));
  const problem =
    cost_fen === null ? '还没有成本价' : amountProblem(before, { lowest: cost_fen, highest: cost_fen });
  return {
    id,
    label,
    before: words(before),
    after: words(cost_fen),
    problem,
    from: { id, cost_fen: before },
    to: { id, cost_fen },
  };
}

function amountProblem(
  before: number | null,
  { lowest, highest }: { lowest: number; highest: number },
): string | null {
  if (lowest < 1) return '改后不到一分钱';
  if (highest === before) return '改后不变';
  return highest > MAX_FEN ? '改后太高' : null;
}

/** Whether a good still is what a bulk change made of it. */
export function isStill(goods: KnownGoods, state: GoodsState): boolean {
  return Object.entries(state).every(
    ([key, value]) => JSON.stringify(goods[key as keyof GoodsState]) === JSON.stringify(value),
  );
}
