import { follow } from '../follow/scope.ts';
import { certain, nearest } from '../nearest.ts';
import type { Text } from '../offense.ts';
import { parseReferences, type Reference, ROOTS } from '../reference.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';

const WHERE: Record<string, Text> = {
  item: {
    zh: '$item 只在逐项求值的属性和 repeat 里有意义。',
    en: '$item means something only in props that are evaluated per item, and inside repeat.',
  },
  form: { zh: '$form 只在 on 的动作里有意义。', en: '$form means something only in the actions of on.' },
  event: { zh: '$event 只在 on 的动作里有意义。', en: '$event means something only in the actions of on.' },
};

export default {
  meta: {
    code: 'reference-unknown',
    severity: 'error',
    title: { zh: '指向不存在的引用', en: 'Reference to nothing' },
    description: {
      zh: '引用沿着接口的回答、实体与站点配置一步步找；哪一步没有，页面上就什么也不显示。',
      en: 'A reference is followed through answers, entities and the site; where a step is missing, the page shows nothing.',
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      text({ text, pointer, scope }) {
        if (!text.includes('$')) return;
        const { good, bad } = parseReferences(text);
        for (const { text: part } of bad) {
          const root = /^\$([A-Za-z]*)/.exec(part)?.[1] ?? '';
          const known = ROOTS.some((name) => name === root);
          const near = nearest(root, ROOTS)[0];
          report({
            at: { pointer, within: part },
            message: known
              ? { zh: `引用 ${part} 的写法不对`, en: `${part} is not written as a reference` }
              : { zh: `没有 $${root} 这种引用`, en: `there are no references to $${root}` },
            hint: known
              ? {
                  zh: '只含字母、数字、点、横线；文字本身以 $ 开头时写 $$。',
                  en: 'Letters, digits, dots and dashes; a text that starts with $ is written $$.',
                }
              : {
                  zh: `${near === undefined ? '' : `是不是想写 $${near}？`}引用以 ${ROOTS.map((name) => `$${name}`).join(' ')} 开头。`,
                  en: `References start with ${ROOTS.map((name) => `$${name}`).join(' ')}.`,
                },
          });
        }
        for (const reference of good) {
          const followed = follow(reference, scope, project);
          if ('absent' in followed) {
            report({
              at: { pointer, within: reference.text },
              message: { zh: `这里没有 $${followed.absent}`, en: `there is no $${followed.absent} here` },
              hint: WHERE[followed.absent] ?? { zh: '去掉它。', en: 'Remove it.' },
            });
          } else if ('unknown' in followed) {
            const { unknown, names } = followed;
            const meant = certain(unknown, names);
            report({
              at: { pointer, within: reference.text },
              message: {
                zh: `${reference.text} 里没有 ${unknown}`,
                en: `there is no ${unknown} in ${reference.text}`,
              },
              hint: suggestion(unknown, names),
              ...(meant !== undefined && { replacement: replaced(reference, unknown, meant) }),
            });
          }
        }
      },
    };
  },
} satisfies Check as Check;

/** The reference with one step of its path renamed. */
function replaced({ root, path }: Reference, wrong: string, right: string): string {
  const at = path.indexOf(wrong);
  return ['', ...path.map((step, index) => (index === at ? right : step))].reduce(
    (text, step, index) => (index === 0 ? text : `${text}.${step}`),
    `$${root}`,
  );
}
