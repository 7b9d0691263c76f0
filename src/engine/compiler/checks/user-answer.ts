import { asObject } from '../json.ts';
import { callSchemas } from '../references/call-schemas.ts';
import { resolvePath } from '../references/resolve.ts';
import type { Check } from './check.ts';

/** Fields that are named in the message. */
const NAMED = 5;

export default {
  meta: {
    code: 'user-answer',
    severity: 'error',
    title: { zh: '取用户的接口', en: 'Call that gives the user' },
    description: {
      zh: '页面读的 $user.… 来自 site.yaml 的 user.call 的回答；回答里没有的字段，页面上什么也不显示，登录后才能看的内容也永远不出现。',
      en: 'What pages read as $user comes from the answer of user.call in site.yaml. A field that the answer lacks shows as nothing, and what is for members never appears.',
    },
    example: {
      file: 'config/api/base.yaml',
      beside: {
        'config/pages/greeting.yaml': `name: greeting
path: /greeting
title: 你好
blocks:
  - { block: text, text: '{$user.company}' }
`,
      },
      bad: `user.base: { get: /api/user/base, access: member, response: { id: integer } }
`,
      good: `user.base: { get: /api/user/base, access: member, response: user }
`,
    },
  },
  scope: 'whole',
  run({ project, facts, files, report }) {
    const name = asObject(project.site.user)['call'];
    const call = typeof name === 'string' ? project.calls.get(name) : undefined;
    const site = files.find(({ kind }) => kind === 'site');
    if (call === undefined || site === undefined) return;
    const { answer } = callSchemas(call.config);
    const read = new Set(facts.flatMap(({ user }) => user));
    const missing = [...read].filter((path) => !('schema' in resolvePath(answer, path.split('.'), project)));
    if (missing.length === 0) return;
    const named = missing.sort().slice(0, NAMED);
    const more = missing.length > NAMED;
    report(site.yaml.path, {
      at: { pointer: ['user', 'call'] },
      message: {
        zh: `${call.name} 的回答里没有页面要读的 ${named.map((path) => `$user.${path}`).join('、')}${more ? ` 等 ${missing.length} 项` : ''}`,
        en: `the answer of ${call.name} lacks ${named.map((path) => `$user.${path}`).join(', ')}${more ? ` and ${missing.length - NAMED} more` : ''}, which pages read`,
      },
      hint: {
        zh: `换成回答用户的接口，或在 ${call.file} 里给 ${call.name} 的 response 补上这些字段。`,
        en: `Name the call that answers with the user, or add the fields to the response of ${call.name} in ${call.file}.`,
      },
    });
  },
} satisfies Check as Check;
