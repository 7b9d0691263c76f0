import { commonConfig } from '../../../kernel/http/common-config.ts';
import { defineRoutes } from '../../../kernel/http/routes.ts';
import { ok } from '../../../kernel/result/answer.ts';

export default defineRoutes({
  'global.config': async ({ site }) => ok(commonConfig(site)),
});
