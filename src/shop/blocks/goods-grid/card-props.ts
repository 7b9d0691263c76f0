import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import type { GoodsCard } from '#generated/schemas.ts';

type Grid = BlockComponentProps<'goods-grid'>;

export interface CardProps {
  goods: GoodsCard;
  /** The page of this good. */
  to: string;
  texts: Grid['texts'];
  on: Grid['on'];
}
