import { defineModule } from '../../kernel/module.ts';
import reportDocument from './documents.ts';
import receiptsJob from './jobs.ts';
import routes from './routes.ts';
import reportZipTask from './tasks.ts';

export { dropReceipt, openReceipt, overdueReceipt, receiptText } from './receipts/open.ts';
export { judgeReceipt, listReceipts, sendReceipt } from './receipts/receipts.ts';
export { findReports, readReports } from './reports/read.ts';
export { listBatches, removeReport, saveReport } from './reports/staff.ts';

export const compliance = defineModule({
  name: 'compliance',
  routes: [routes],
  jobs: { receipts: receiptsJob },
  tasks: { 'report-zip': reportZipTask },
  documents: { report: reportDocument },
});
