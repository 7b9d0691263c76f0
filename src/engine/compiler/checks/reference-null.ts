import { parseReferences } from '../reference.ts';
import { fits } from '../references/assignable.ts';
import { resolveType } from '../references/resolve.ts';
import { takesCondition, whetherThere } from '../validate/per-item.ts';
import { isGuardedBy } from '../walk/conditions.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'reference-null',
    severity: 'warning',
    title: { zh: '可能为空的引用', en: 'Reference that may be null' },
    description: {
      zh: '接口说这个值可能为空，而属性不收空值。用 when 把没有值的情形排除。',
      en: 'The answer may hold null there, and the prop takes none. Exclude that with when.',
    },
    example: {
      bad: `data: { goods: { call: goods.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: $data.goods.expires }
`,
      good: `data: { goods: { call: goods.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: $data.goods.expires, when: $data.goods.expires }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      text({ text, pointer, use, expected, scope, block }) {
        if (use !== 'prop' || !text.startsWith('$')) return;
        // An item without a value shows nothing; but a flag without a value has its default.
        const isFlag = takesCondition(expected, project.library);
        if (expected['perItem'] !== undefined && !isFlag) return;
        for (const reference of parseReferences(text).good) {
          const resolved = resolveType(reference, scope, project);
          if (!('schema' in resolved) || fits(resolved.schema, expected, project.library) !== 'nullable')
            continue;
          if (isGuardedBy(block, reference.text)) continue;
          report({
            at: { pointer, within: reference.text },
            message: {
              zh: `${reference.text} 可能为空，这里不收空值`,
              en: `${reference.text} may be null, which is not taken here`,
            },
            hint: isFlag
              ? whetherThere(reference.text)
              : {
                  zh: `给区块加上 when: ${reference.text}，或写进文字 '{${reference.text}}'。`,
                  en: `Add when: ${reference.text} to the block, or make it a text '{${reference.text}}'.`,
                },
          });
        }
      },
    };
  },
} satisfies Check as Check;
