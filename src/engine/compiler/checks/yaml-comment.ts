import { plainValues } from '../source/plain-values.ts';
import type { Check } from './check.ts';

/** A `#` after a space, with something right behind it. */
const SUSPECT = /[^\S\n]#[^\s#]/;

export default {
  meta: {
    code: 'yaml-comment',
    severity: 'warning',
    title: { zh: '# 后面的内容被当成注释', en: 'Text after a # is a comment' },
    description: {
      zh: '没有引号时，空格后的 # 开始一段注释，买家看不到。写 a #1 的人多半要的是 #1。',
      en: 'Without quotes, a # after a space begins a comment that buyers never see.',
    },
    example: {
      bad: `blocks:
  - block: text
    text: 满减专区 #1
`,
      good: `blocks:
  - block: text
    text: '满减专区 #1' # 首页第一块
`,
    },
  },
  scope: 'file',
  create({ yaml, report }) {
    if (!SUSPECT.test(yaml.text)) return {};
    for (const { comment } of plainValues(yaml.text)) {
      if (comment === undefined || !/^#[^\s#]/.test(comment.text)) continue;
      report({
        at: comment.range,
        message: {
          zh: `${comment.text} 是注释，不会生效`,
          en: `${comment.text} is a comment and has no effect`,
        },
        hint: {
          zh: '要它是文字，就把整个值放进英文引号；要它是注释，就在 # 后面加一个空格。',
          en: 'Quote the whole value if it belongs to it; put a space after the # if it is a comment.',
        },
      });
    }
    return {};
  },
} satisfies Check as Check;
