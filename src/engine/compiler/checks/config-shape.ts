import type { Finding } from '../finding.ts';
import { correctedKey, describeAll } from '../validate/describe.ts';
import { shapeErrors } from '../validate/errors.ts';
import type { Check } from './check.ts';

const EMPTY: Finding = {
  at: { pointer: [] },
  message: { zh: '文件是空的', en: 'the file is empty' },
  hint: {
    zh: '写上内容；内容误删了的，从 Git 里恢复；不再用的页面，删掉这个文件。',
    en: 'Write something; what was lost by mistake is in Git; remove the file of a page that is not used any more.',
  },
};

export default {
  meta: {
    code: 'config-shape',
    severity: 'error',
    essential: true,
    title: { zh: '配置的写法', en: 'Shape of a file' },
    description: {
      zh: '键写错、缺少或类型不对时，引擎不知道该怎么做。每种文件可以写什么，见 schemas/engine/config。',
      en: 'With a wrong, missing or ill-typed key the engine cannot know what is meant. See schemas/engine/config.',
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
    if (yaml.brokenFrom === 0) return {};
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
