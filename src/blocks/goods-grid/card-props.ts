import type { GoodsCard } from '#generated/schemas.ts';
import type { BlockComponentProps } from '../define-block.ts';

type Grid = BlockComponentProps<'goods-grid'>;

export interface CardProps {
  goods: GoodsCard;
  /** The page of this good. */
  to: string;
  texts: Grid['texts'];
  on: Grid['on'];
}
