import { ok } from '../answer.ts';
import { defineRoutes } from '../routes.ts';
import { commonConfig } from '../services/site.ts';

export default defineRoutes({
  'global.config': async ({ site }) => ok(commonConfig(site)),
});
