import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';
import staffMoneyRoutes from './staff-routes/money.ts';
import staffOrdersRoutes from './staff-routes.ts';

export const orderViews = defineModule({
  name: 'order-views',
  routes: [routes, staffMoneyRoutes, staffOrdersRoutes],
});
