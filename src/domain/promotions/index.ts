import cashback from './cashback.ts';
import choose from './choose.ts';
import daily from './daily.ts';
import exchange from './exchange.ts';
import gift from './gift.ts';
import group from './group.ts';
import type { PromotionKind } from './kind.ts';
import manjian from './manjian.ts';
import set from './set.ts';
import spike from './spike.ts';
import welfare from './welfare.ts';

/** Every kind of promotion; a test holds this list against the folder. */
export const KINDS: readonly PromotionKind[] = [
  spike,
  daily,
  exchange,
  set,
  choose,
  manjian,
  gift,
  welfare,
  group,
  cashback,
];

const BY_NAME = new Map(KINDS.map((kind) => [kind.kind, kind]));

/** The kind of that name, if there is one. */
export function kindOf(name: string): PromotionKind | undefined {
  return BY_NAME.get(name);
}
