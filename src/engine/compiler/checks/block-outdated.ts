import { changesOf } from '../migrate/migrations.ts';
import { propsOf } from '../schema/block.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'block-outdated',
    severity: 'error',
    title: { zh: '旧版区块的写法', en: 'Block written for an older version' },
    description: {
      zh: '区块的属性改过名、换过值或取消了。--fix 按 schema 里的 migrations 把旧写法改成新的，注释与排版不变。',
      en: 'Props of the block were renamed, take other values, or are gone. --fix rewrites them as migrations in the schema says; comments and layout stay.',
    },
  },
  scope: 'file',
  create({ yaml, report }) {
    return {
      block({ type, value, pointer, schema }) {
        if (schema === undefined) return;
        for (const [prop, given] of Object.entries(propsOf(value))) {
          for (const change of changesOf(schema, prop, given)) {
            const here = [...pointer, prop];
            const since = {
              zh: `${type} 从第 ${change.version} 版起`,
              en: `since version ${change.version} of ${type}`,
            };
            if (change.kind === 'rename') {
              report({
                at: { pointer: here, part: 'key' },
                message: {
                  zh: `${since.zh}，${prop} 改叫 ${change.name}`,
                  en: `${since.en}, ${prop} is called ${change.name}`,
                },
                hint: { zh: `写成 ${change.name}。`, en: `Write ${change.name}.` },
                ...(!Object.hasOwn(value, change.name) && { replacement: change.name }),
              });
            } else if (change.kind === 'value') {
              report({
                at: { pointer: here },
                message: {
                  zh: `${since.zh}，${prop} 的 ${String(given)} 改成了 ${change.value}`,
                  en: `${since.en}, ${String(given)} of ${prop} is ${change.value}`,
                },
                hint: { zh: `写成 ${change.value}。`, en: `Write ${change.value}.` },
                replacement: String(change.value),
              });
            } else {
              const whole = yaml.pairRange(here);
              report({
                at: whole ?? { pointer: here, part: 'key' },
                message: { zh: `${since.zh}，没有 ${prop} 了`, en: `${since.en}, there is no ${prop}` },
                hint: { zh: '去掉它。', en: 'Remove it.' },
                ...(whole && { replacement: '' }),
              });
            }
          }
        }
      },
    };
  },
} satisfies Check as Check;
