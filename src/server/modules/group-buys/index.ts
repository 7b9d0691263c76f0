import { defineModule } from '../../kernel/module.ts';
import { onPaid } from '../payments/index.ts';
import { joinByPayment } from './commands/teams.ts';
import teamsJob from './jobs.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';

export { seedTeams } from './seed.ts';

export const groupBuys = defineModule({
  routes: [routes, staffRoutes],
  name: 'group-buys',
  jobs: { teams: teamsJob },
  connect() {
    onPaid.add(async (db, order, at) => (order.kind === 'group' ? joinByPayment(db, order.id, at) : null));
  },
});
