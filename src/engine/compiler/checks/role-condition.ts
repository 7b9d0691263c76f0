import { parseReferences } from '../reference.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'role-condition',
    severity: 'error',
    title: { zh: '角色的条件', en: 'Condition of a role' },
    description: {
      zh: '一个人是什么角色，只由取用户的接口的回答决定：角色的 when 只能读 $user。',
      en: 'The role of a reader follows from the answer of the user call alone: when of a role reads $user and nothing else.',
    },
    example: {
      file: 'config/site.yaml',
      bad: `roles: { member: $query.member }
`,
      good: `roles: { member: $user.show }
`,
    },
  },
  scope: 'file',
  create({ kind, report }) {
    if (kind !== 'site') return {};
    return {
      text({ text, pointer, use }) {
        if (use !== 'condition') return;
        for (const { root, text: reference } of parseReferences(text).good) {
          if (root === 'user') continue;
          report({
            at: { pointer, within: reference },
            message: { zh: `角色的条件里不能读 ${reference}`, en: `a role cannot depend on ${reference}` },
            hint: { zh: '写 $user 的一个字段。', en: 'Name a field of $user.' },
          });
        }
      },
    };
  },
} satisfies Check as Check;
