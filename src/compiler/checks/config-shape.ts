import { correctedKey, describeAll } from '../validate/describe.ts';
import { shapeErrors } from '../validate/errors.ts';
import type { Check, Finding } from './check.ts';

const EMPTY: Finding = {
  at: { pointer: [] },
  message: { zh: '文件是空的', en: 'the file is empty' },
  hint: {
    zh: '写上内容，或删掉这个文件；新页面可以用 npm run new 建。',
    en: 'Write something, or remove the file; npm run new makes a new page.',
  },
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
    example: {
      bad: `titel: 双十二
blocks: []
`,
      good: `title: 双十二
blocks: []
`,
    },
  },
  scope: 'file',
  create({ kind, yaml, project, report }) {
    if (yaml.cut === 0) return {};
    if (yaml.value === undefined || yaml.value === null) {
      if (yaml.faults.length === 0) report(EMPTY);
      return {};
    }
    for (const correction of yaml.corrections.filter((one) => one.kind === 'key'))
      report(correctedKey(correction));
    const errors = shapeErrors(kind, yaml.value, project.library);
    for (const { finding } of describeAll(errors, [])) report(finding);
    return {};
  },
} satisfies Check as Check;
