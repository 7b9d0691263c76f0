import type { OwnerNode } from '../walk/nodes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'duplicate-id',
    severity: 'error',
    title: { zh: '重复的区块 id', en: 'Duplicate block id' },
    description: {
      zh: '同一页中两个区块用一个 id，open 与锚点不知道指哪一个。',
      en: 'With one id on two blocks of a page, open and anchors cannot tell them apart.',
    },
    example: {
      bad: `blocks:
  - { block: text, id: intro, text: 上 }
  - { block: text, id: intro, text: 下 }
`,
      good: `blocks:
  - { block: text, id: intro, text: 上 }
  - { block: text, id: more, text: 下 }
`,
    },
  },
  scope: 'file',
  create({ report }) {
    const seen = new Map<OwnerNode, Set<string>>();
    return {
      block({ value: { id }, pointer, owner }) {
        if (typeof id !== 'string') return;
        const ids = seen.get(owner) ?? new Set();
        seen.set(owner, ids);
        if (!ids.has(id)) {
          ids.add(id);
          return;
        }
        report({
          at: { pointer: [...pointer, 'id'] },
          message: { zh: `这一页已有 id 为 ${id} 的区块`, en: `another block of this page has the id ${id}` },
          hint: { zh: '换一个 id。', en: 'Choose another id.' },
        });
      },
    };
  },
} satisfies Check as Check;
