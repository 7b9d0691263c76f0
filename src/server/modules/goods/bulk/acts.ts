import { formatFen } from '#shop/domain/format.ts';
import type { PlannedRow } from '../../../kernel/bulk/bulk.ts';
import type { GoodsState, KnownGoods } from './states.ts';

export type GoodsAct = 'on' | 'off' | 'price' | 'yx' | 'not_yx' | 'controlled' | 'not_controlled';

/** A planned row with the values that it has and would have. */
export interface GoodsPlan extends PlannedRow {
  from: GoodsState;
  to: GoodsState;
}

type Flag = 'on_sale' | 'yx' | 'controlled';

const FLAGS: Record<Exclude<GoodsAct, 'price'>, { flag: Flag; value: boolean; title: string }> = {
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

export const titleOf = (act: GoodsAct, percent: number): string =>
  act === 'price' ? `价格${percent > 0 ? '上调' : '下调'} ${Math.abs(percent)}%` : FLAGS[act].title;

/** What an act would do with each of these goods. */
export function planGoods(goods: readonly KnownGoods[], act: GoodsAct, percent: number): GoodsPlan[] {
  return goods.map((one) => (act === 'price' ? planPrice(one, percent) : planFlag(one, act)));
}

function planFlag(goods: KnownGoods, act: Exclude<GoodsAct, 'price'>): GoodsPlan {
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
  const problem =
    to.price_fen === price_fen
      ? '改后的价格不变'
      : lowest < 1
        ? '改后不到一分钱'
        : to.price_fen > MAX_FEN
          ? '改后的价格太高'
          : null;
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

/** Whether a good still is what a bulk change made of it. */
export function isStill(goods: KnownGoods, state: GoodsState): boolean {
  return Object.entries(state).every(
    ([key, value]) => JSON.stringify(goods[key as keyof GoodsState]) === JSON.stringify(value),
  );
}
