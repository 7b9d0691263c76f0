import { defineModule } from '../../kernel/module.ts';
import { addBookRules } from '../ledger/index.ts';
import stockJob from './jobs.ts';
import { ORDER_DAY_RULES } from './queries/order-days.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';
import systemRoutes from './system-routes.ts';
import tableExportTask from './tables-task.ts';
import exportTask from './tasks.ts';

export { recountStock } from './commands/count-stock.ts';
export { forgetOrderDays } from './queries/order-days.ts';

export const insights = defineModule({
  name: 'insights',
  routes: [routes, staffRoutes, systemRoutes],
  jobs: { 'stock-days': stockJob },
  tasks: { export: exportTask, 'table-export': tableExportTask },
  connect() {
    addBookRules(ORDER_DAY_RULES);
  },
});
