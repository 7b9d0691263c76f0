import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';

export { activityPage, listActivities } from './activities/read.ts';
export { activitiesForStaff, removeActivity, saveActivity } from './activities/staff.ts';
export { type Listed, listedPromotions } from './list.ts';
export { seedActivities } from './seed/activities.ts';
export type { ActivityTables } from './tables.ts';

export const campaigns = defineModule({ name: 'campaigns', routes: [routes] });
