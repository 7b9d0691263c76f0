import { ok } from '../../../kernel/http/answer.ts';
import { commonConfig } from '../../../kernel/http/common-config.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';

export default defineRoutes({
  'global.config': async ({ site }) => ok(commonConfig(site)),
});
