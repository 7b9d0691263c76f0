import type { CartItem } from '#engine/generated/schemas.ts';
import type { Outcome } from '#engine/runtime/outcome.ts';
import type { BlockComponentProps } from '../define-block.ts';

export interface LineProps {
  line: CartItem;
  to: string | undefined;
  /** The quantity that the reader chose and the server has not confirmed. */
  draft: number | undefined;
  texts: BlockComponentProps<'cart-lines'>['texts'];
  edit: ((quantity: number) => void) | undefined;
  remove: (() => Promise<Outcome> | undefined) | undefined;
}
