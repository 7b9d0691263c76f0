import { defineModule } from '../../kernel/module.ts';
import { onOrderEnded } from '../orders/index.ts';
import paymentsJob from './jobs.ts';
import routes from './routes.ts';
import { dropCharges } from './unwanted.ts';

export { numberFor } from './charge.ts';
export { listIncidents, openIncidents, settleIncident } from './incidents.ts';
export { methodText } from './methods.ts';
export { registerNotifications } from './notifications.ts';
export { findPayment, takeReport, wireAmount } from './notify.ts';
export { onPaid } from './ports.ts';
export { jointOrders } from './read.ts';
export { startPayment } from './start.ts';
export { judgeTransfer } from './transfers/judge.ts';
export { latestTransfer, slipsAmong } from './transfers/read.ts';
export { tellTransfer } from './transfers/tell.ts';

export const payments = defineModule({
  name: 'payments',
  routes: [routes],
  jobs: { payments: paymentsJob },
  connect() {
    onOrderEnded.add((db, orderId, at) => dropCharges(db, [orderId], at));
  },
});
