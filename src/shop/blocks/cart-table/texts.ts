import type { BlockProps } from '#generated/blocks.ts';

/** The cart's texts, as its schema and the page give them. */
export type Texts = BlockProps['cart-table']['texts'];
