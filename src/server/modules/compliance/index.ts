import { DAY } from '#shop/domain/calendar.ts';
import { defineModule } from '../../kernel/module.ts';
import { refuse } from '../../kernel/result/answer.ts';
import { onShipped } from '../fulfilment/index.ts';
import { mayOrder, onOrderEnded } from '../orders/index.ts';
import reportDocument from './documents.ts';
import receiptsJob from './jobs.ts';
import { deleteReceipt, openReceipt, overdueReceipt } from './receipts/open.ts';
import receiptsRoutes from './routes/receipts.ts';
import reportsRoutes from './routes/reports.ts';
import staffReceiptsRoutes from './staff-routes/receipts.ts';
import staffReportsRoutes from './staff-routes/reports.ts';
import reportZipTask from './tasks.ts';

export { receiptText } from './receipts/open.ts';
export { reviewReceipt, submitReceipt } from './receipts/receipts.ts';

export const compliance = defineModule({
  name: 'compliance',
  routes: [receiptsRoutes, reportsRoutes, staffReceiptsRoutes, staffReportsRoutes],
  jobs: { receipts: receiptsJob },
  tasks: { 'report-zip': reportZipTask },
  documents: { report: reportDocument },
  connect() {
    mayOrder.add(async (db, { buyer, hm, now }) => {
      const overdue = hm ? await overdueReceipt(db, buyer.companyId, now) : null;
      return overdue === null ? null : refuse('invalid', { message: overdue });
    });
    onShipped.add(async (db, order, { at, receiptDays }) => {
      if (order.hm) await openReceipt(db, order, at + receiptDays * DAY);
    });
    onOrderEnded.add((db, orderId) => deleteReceipt(db, orderId));
  },
});
