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

/** Every kind of promotion, in the order in which staff see them; a test holds this list against the folder. */
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
