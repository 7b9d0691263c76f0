import { ok } from '../../../kernel/http/answer.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { commonConfig } from '../site-settings.ts';

export default defineRoutes({
  'global.config': async ({ site }) => ok(commonConfig(site)),
});
