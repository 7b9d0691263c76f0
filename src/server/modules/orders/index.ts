import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';

export { closeCancelRequest } from './commands/close-cancel-request.ts';
export { findAddress, makePurchase, placeOrders, writePurchase } from './commands/create.ts';
export { endUnpaid, type LockedOrder, lockOrder } from './commands/end.ts';
export { addOrderEvent } from './commands/events.ts';
export { nextIds } from './commands/ids.ts';
export { arePaidAsOne, lockJointOrders, openJointOrders } from './commands/joint-orders.ts';
export { amountDue, parseOrderIds, paymentUrl } from './commands/joint-payment.ts';
export { notifyOrderChanged } from './commands/notify-change.ts';
export { saveShippingSupports } from './commands/shipping-supports.ts';
export { mayOrder, onOrderEnded } from './ports.ts';
export {
  announcedRefund,
  hasPendingCancelRequest,
  latestCancelRequest,
  refuseCancelRequested,
  withPendingCancelRequest,
} from './queries/cancel-requests.ts';
export { linesOf } from './queries/lines.ts';
export {
  purchasesSupportedBy,
  type ShippingSupport,
  shippingSupportsOf,
} from './queries/shipping-supports.ts';

export const orders = defineModule({ name: 'orders', routes: [routes] });
