import { defineModule } from '../../kernel/module.ts';
import { onOrderEnded } from '../orders/index.ts';
import { dropCharges } from './commands/unwanted.ts';
import paymentsJob from './jobs.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';

export { numberFor } from './commands/charge.ts';
export { judgeTransfer } from './commands/judge-transfer.ts';
export { findPayment, takeReport, wireAmount } from './commands/notify.ts';
export { startPayment } from './commands/start.ts';
export { tellTransfer } from './commands/tell-transfer.ts';
export { registerNotifications } from './notifications.ts';
export { onPaid } from './ports.ts';
export { openIncidents } from './queries/incidents.ts';
export { jointOrders } from './queries/read.ts';
export { latestTransfer, slipsAmong } from './queries/transfers.ts';
export { methodText } from './rules/methods.ts';

export const payments = defineModule({
  name: 'payments',
  routes: [routes, staffRoutes],
  jobs: { payments: paymentsJob },
  connect() {
    onOrderEnded.add((db, orderId, at) => dropCharges(db, [orderId], at));
  },
});
