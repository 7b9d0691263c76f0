import { defineModule } from '../../kernel/module.ts';
import ordersJob from './jobs/orders.ts';
import refundsJob from './jobs/refunds.ts';
import routes from './routes/claims.ts';

export { closePaid } from './cancel/close-paid.ts';
export { estimateCancel } from './cancel/estimate.ts';
export { askCancel, judgeCancel, withdrawCancel } from './cancel/request.ts';
export { closeUnsent, mayClose, reviewOrder } from './cancel/review.ts';
export { shipShort } from './cancel/short-shipment.ts';
export { cancelUnpaid } from './cancel/unpaid.ts';
export { claimAbilitiesOf, claimableOf, claimId } from './claims/claimable.ts';
export { createClaim } from './claims/create.ts';
export { lockClaim } from './claims/lock.ts';
export { listClaims, readClaim } from './claims/read.ts';
export { judgeClaim, shipClaim } from './claims/steps.ts';
export { onRefunded } from './ports.ts';
export { lockDeal } from './refunds/lock.ts';
export { endRefund, listRefunds } from './refunds/staff.ts';

export const afterSales = defineModule({
  name: 'after-sales',
  routes: [routes],
  jobs: { orders: ordersJob, refunds: refundsJob },
});
