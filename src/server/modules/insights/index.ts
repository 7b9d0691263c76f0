import { defineModule } from '../../kernel/module.ts';
import userRoutes from './routes/user.ts';
import staffRoutes from './staff-routes.ts';
import exportTask from './tasks.ts';

export { usernameOf } from './current-user.ts';
export { EXPORTS, type ExportWish } from './exports.ts';
export { readMember } from './member-detail.ts';
export { overview } from './overview.ts';

export const insights = defineModule({
  name: 'insights',
  routes: [userRoutes, staffRoutes],
  tasks: { export: exportTask },
});
