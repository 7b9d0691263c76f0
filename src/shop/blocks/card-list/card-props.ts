import type { BlockComponentProps } from '#engine/blocks/define-block.ts';

/** What a card and its parts are made from: the block's props and the card's own item. */
export type CardProps = BlockComponentProps<'card-list'> & { item: unknown };
