import { plainValues } from '../source/plain-values.ts';
import type { Check } from './check.ts';

/** One pair of wide quotation marks and what stands between them. */
const PAIR = '(?:“[^“”]*”|‘[^‘’]*’|＂[^＂]*＂)';

/** A pair around all of a value. */
const WRAPPED = new RegExp(`^${PAIR}$`);

/** A pair where a whole value may stand in a file: most files only have such marks inside their texts. */
const SUSPECT = new RegExp(`(?:^|[\\s:,[{])${PAIR}\\s*(?:$|[,:#}\\]])`, 'm');

export default {
  meta: {
    code: 'yaml-quotes',
    severity: 'warning',
    title: { zh: '值用中文引号包着', en: 'Value in wide quotation marks' },
    description: {
      zh: '中文引号不是 YAML 的引号：它们是值的一部分，会原样显示，写在路径、名字里则找不到对应的东西。',
      en: 'Wide quotation marks are no YAML quotes: they are part of the value and are shown as they are.',
    },
    example: {
      bad: `title: “双十二大促”
blocks: []
`,
      good: `title: '双十二大促'
blocks:
  - { block: text, text: '“放心购”行动' }
`,
    },
  },
  scope: 'file',
  create({ yaml, report }) {
    if (!SUSPECT.test(yaml.text)) return {};
    for (const { text, range } of plainValues(yaml.text)) {
      if (!WRAPPED.test(text)) continue;
      report({
        at: range,
        message: {
          zh: `中文引号会成为值的一部分：${text}`,
          en: `the wide quotation marks become part of the value: ${text}`,
        },
        hint: {
          zh: `换成英文引号；要显示中文引号，就在它们外面再加英文引号。`,
          en: 'Write plain quotes; to show the wide ones, put plain quotes around them.',
        },
      });
    }
    return {};
  },
} satisfies Check as Check;
