import type { ConfigFile } from '../project/project.ts';
import { describe } from '../validate/describe.ts';
import { narrow } from '../validate/narrow.ts';
import { validatorOf } from '../validate/validator.ts';
import type { Check } from './check.ts';

const SCHEMAS: Record<ConfigFile['kind'], string> = {
  site: 'site',
  errors: 'errors',
  ads: 'slot',
  api: 'call',
  shell: 'shell',
  page: 'page',
};

export default {
  meta: {
    code: 'config-shape',
    severity: 'error',
    essential: true,
    title: { zh: '配置的写法', en: 'Shape of a file' },
    description: {
      zh: '键写错、缺少或类型不对时，引擎不知道该怎么做。每种文件可以写什么，见 schemas/config。',
      en: 'With a wrong, missing or ill-typed key the engine cannot know what is meant. See schemas/config.',
    },
  },
  scope: 'file',
  create({ kind, yaml, project, report }) {
    const schema = project.library.config.get(SCHEMAS[kind]);
    if (schema === undefined || yaml.faults.length > 0) return {};
    const validator = validatorOf(project.library);
    const errors = narrow(validator.errors(schema, yaml.value), validator, project.library);
    for (const error of errors) report(describe(error, []));
    return {};
  },
} satisfies Check as Check;
