import type { BlockComponentProps } from '../define-block.ts';

export type Props = BlockComponentProps<'quick-order'>;
export type Texts = Props['texts'];
