import { defineModule } from '../../kernel/module.ts';
import personalData from './export.ts';
import routes from './routes.ts';

export const privacy = defineModule({
  name: 'privacy',
  routes: [routes],
  documents: { 'personal-data': personalData },
});
