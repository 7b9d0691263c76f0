import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';

export const orderViews = defineModule({
  name: 'order-views',
  routes: [routes, staffRoutes],
});
