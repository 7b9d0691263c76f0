import { namesUsed } from '../facts/facts.ts';
import { isNameOf } from '../project/names.ts';
import { mentions, partialTextsOf } from '../project/partial-files.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'unused-call',
    severity: 'warning',
    title: { zh: '没人用的接口', en: 'Unused call' },
    description: {
      zh: '声明了却没有页面用到的接口，多半是忘了删，或用错了名字。由外部系统调用的写 external: true。',
      en: 'A call that no page uses was probably left behind or misspelt elsewhere. One that others call says external: true.',
    },
    example: {
      file: 'config/api/notice.yaml',
      bad: `notice.list: { get: /api/notice }
`,
      good: `notice.list: { get: /api/notice, external: true }
`,
    },
  },
  scope: 'whole',
  run({ project, facts, files, report }) {
    const partialTexts = partialTextsOf(files);
    const used = namesUsed(facts, 'call');
    // The compiler itself adds the call that fetches the ads of a slot.
    if (namesUsed(facts, 'slot').size > 0) used.add('focus.show');
    for (const { name, config, file, pointer } of project.calls.values()) {
      if (used.has(name) || config.external === true || !isNameOf('call', name, project.library)) continue;
      if (mentions(partialTexts, ['page', 'shell', 'site'], name)) continue;
      report(file, {
        at: { pointer, part: 'key' },
        message: { zh: `没有页面用到接口 ${name}`, en: `no page uses the call ${name}` },
        hint: {
          zh: '在页面的 data 或动作里用它，或把它删掉。',
          en: 'Use it in data or an action, or remove it.',
        },
      });
    }
  },
} satisfies Check as Check;
