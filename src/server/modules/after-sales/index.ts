import { defineModule } from '../../kernel/module.ts';
import ordersJob from './jobs/orders.ts';
import refundsJob from './jobs/refunds.ts';
import cancelRoutes from './routes/cancel.ts';
import claimsRoutes from './routes/claims.ts';
import staffClaimsRoutes from './staff-routes/claims.ts';
import staffOrdersRoutes from './staff-routes/orders.ts';
import staffRefundsRoutes from './staff-routes/refunds.ts';

export { actOnOrder, actOnOrderIn, type StaffAction } from './cancel/act-on-order.ts';
export { closePaid } from './cancel/close-paid.ts';
export { mayClose, reviewOrder, undoApproval } from './cancel/review.ts';
export { closeUnpaid } from './cancel/unpaid.ts';
export { claimAbilitiesOf, claimableOf, claimId } from './claims/claimable.ts';
export { createClaim } from './claims/create.ts';
export { lockClaim } from './claims/lock.ts';
export { listClaims } from './claims/read.ts';
export { reviewClaim, shipClaim } from './claims/steps.ts';
export { onRefunded } from './ports.ts';
export { lockPricingGroup } from './refunds/lock.ts';

export const afterSales = defineModule({
  name: 'after-sales',
  routes: [cancelRoutes, claimsRoutes, staffClaimsRoutes, staffOrdersRoutes, staffRefundsRoutes],
  jobs: { orders: ordersJob, refunds: refundsJob },
});
