import { defineModule } from '../../kernel/module.ts';
import { onOrderEnded } from '../orders/index.ts';
import { supersedeCharges } from './commands/superseded-charges.ts';
import paymentsJob from './jobs.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';

export { applyReport, findPayment, gatewayAmount } from './commands/apply-report.ts';
export { newDocumentNo } from './commands/charge.ts';
export { reviewTransfer } from './commands/review-transfer.ts';
export { startPayment } from './commands/start.ts';
export { submitTransfer } from './commands/submit-transfer.ts';
export { onPaid } from './ports.ts';
export { openIncidents } from './queries/incidents.ts';
export { jointOrders } from './queries/payment-options.ts';
export { latestTransfer, withPendingTransfer } from './queries/transfers.ts';
export { methodText } from './rules/methods.ts';
export { registerGatewayWebhooks } from './webhooks.ts';

export const payments = defineModule({
  name: 'payments',
  routes: [routes, staffRoutes],
  jobs: { payments: paymentsJob },
  connect() {
    onOrderEnded.add((db, orderId, at) => supersedeCharges(db, [orderId], at));
  },
});
