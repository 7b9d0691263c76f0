import type { BlockComponentProps } from '#engine/blocks/define-block.ts';

export type Props = BlockComponentProps<'quick-order'>;
export type Texts = Props['texts'];
