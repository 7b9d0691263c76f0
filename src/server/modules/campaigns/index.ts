import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';

export { type ListedPromotion, listedPromotions } from './queries/promotions.ts';
export { seedActivities } from './seed/activities.ts';

export const campaigns = defineModule({ name: 'campaigns', routes: [staffRoutes, routes] });
