import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';

export { endWaiting } from './commands/close-cancel-request.ts';
export { findAddress, makePurchase, placeOrders, writePurchase } from './commands/create.ts';
export { endUnpaid, type LockedOrder, lockOrder } from './commands/end.ts';
export { addEvent } from './commands/events.ts';
export { jointOf, lockJoint, withJoint } from './commands/joint-orders.ts';
export { dueOf, orderIdsOf, payAddress } from './commands/joint-payment.ts';
export { tellOrderChanged } from './commands/notify-change.ts';
export { writeSupports } from './commands/shipping-supports.ts';
export { mayOrder, onOrderEnded } from './ports.ts';
export {
  announcedFor,
  askedAmong,
  hasWaiting,
  latestRequest,
  refuseAskedBack,
} from './queries/cancel-requests.ts';
export { linesOf } from './queries/lines.ts';
export { type Support, supportedBy, supportsOf } from './queries/shipping-supports.ts';

export const orders = defineModule({ name: 'orders', routes: [routes] });
