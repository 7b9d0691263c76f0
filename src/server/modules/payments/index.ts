import { defineModule } from '../../kernel/module.ts';
import paymentsJob from './jobs.ts';
import routes from './routes.ts';

export { numberFor } from './charge.ts';
export { listIncidents, openIncidents, settleIncident } from './incidents.ts';
export { methodText, repayMethods } from './methods.ts';
export { registerNotifications } from './notifications.ts';
export { findPayment, takeReport, wireAmount } from './notify.ts';
export { jointOrders } from './read.ts';
export { startPayment } from './start.ts';
export { judgeTransfer } from './transfers/judge.ts';
export { latestTransfer, slipsAmong } from './transfers/read.ts';
export { tellTransfer } from './transfers/tell.ts';
export { dropCharges } from './unwanted.ts';

export const payments = defineModule({ name: 'payments', routes: [routes], jobs: { payments: paymentsJob } });
