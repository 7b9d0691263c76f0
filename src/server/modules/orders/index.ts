import { defineModule } from '../../kernel/module.ts';

export { buyAgain } from './buy-again.ts';
export {
  announcedFor,
  askedAmong,
  endWaiting,
  hasWaiting,
  latestRequest,
  refuseAskedBack,
} from './cancel-requests.ts';
export { findAddress, makePurchase, placeOrders, writePurchase } from './create.ts';
export { endUnpaid, type LockedOrder, lockOrder } from './end.ts';
export { addEvent } from './events.ts';
export { tellOrderChanged } from './inform.ts';
export { jointOf, lockJoint, withJoint } from './joint.ts';
export { linesOf } from './lines.ts';
export { mayOrder, onOrderEnded } from './ports.ts';
export { dueOf, orderIdsOf, payAddress } from './several.ts';
export { type Support, supportedBy, supportsOf, writeSupports } from './shipping-supports.ts';
export type { CancelRequestState } from './tables.ts';

export const orders = defineModule({ name: 'orders' });
