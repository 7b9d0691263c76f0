import type { Outcome } from '#engine/runtime/outcome.ts';
import type { BlockProps } from '#generated/blocks.ts';
import type { OrderSummary } from '#generated/schemas.ts';

type Handler = ((order: { id: number }) => Promise<Outcome>) | undefined;

/** What one order's card is given. */
export interface OrderCardProps {
  order: OrderSummary;
  shown: number;
  to: string | undefined;
  payTo: string | undefined;
  texts: BlockProps['order-card-list']['texts'];
  onCancel: Handler;
  onConfirm: Handler;
  onRebuy: Handler;
  /** Whether it is chosen to be paid with others; absent where it cannot be. */
  chosen?: boolean | undefined;
  onChoose?: ((chosen: boolean) => void) | undefined;
}
