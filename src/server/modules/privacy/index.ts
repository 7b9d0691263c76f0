import { defineModule } from '../../kernel/module.ts';
import personalData from './export.ts';
import retentionJob from './jobs.ts';
import routes from './routes.ts';

export const privacy = defineModule({
  name: 'privacy',
  routes: [routes],
  jobs: { retention: retentionJob },
  documents: { 'personal-data': personalData },
});
