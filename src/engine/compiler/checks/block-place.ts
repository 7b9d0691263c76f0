import type { Check } from './check.ts';

export default {
  meta: {
    code: 'block-place',
    severity: 'error',
    title: { zh: '区块的位置', en: 'Place of a block' },
    description: {
      zh: '只有一部分区块能装别的区块、接广告位；能打开的区块要有 id。',
      en: 'Only some blocks hold blocks or take a slot; one that can be opened needs an id.',
    },
    example: {
      beside: {
        'config/ads.yaml': `postList: { label: 通栏, width: 1200, height: 90 }
`,
      },
      bad: `blocks:
  - block: text
    text: 满 500 元包邮
    slot: postList
`,
      good: `blocks:
  - block: ad-carousel
    slot: postList
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      block({ type, value, pointer, schema }) {
        if (schema === undefined) return;
        if (value['blocks'] !== undefined && schema['container'] !== true) {
          const names = [...project.library.blocks]
            .flatMap(([name, { container }]) => (container === true ? [name] : []))
            .join('、');
          report({
            at: { pointer: [...pointer, 'blocks'], part: 'key' },
            message: { zh: `${type} 不能装别的区块`, en: `${type} does not hold blocks` },
            hint: { zh: `能装区块的有：${names}`, en: `These hold blocks: ${names}` },
          });
        }
        if (value['slot'] !== undefined && schema['slot'] === undefined) {
          report({
            at: { pointer: [...pointer, 'slot'], part: 'key' },
            message: { zh: `${type} 不接广告位`, en: `${type} takes no slot` },
            hint: { zh: '去掉 slot，或换一种广告区块。', en: 'Remove slot, or use a block for ads.' },
          });
        }
        if (schema['openable'] === true && value['id'] === undefined) {
          report({
            at: { pointer: [...pointer, 'block'] },
            message: {
              zh: `${type} 没有 id，没有动作能打开它`,
              en: `${type} has no id, so no action can open it`,
            },
            hint: {
              zh: '加上 id，再用动作 open: <id> 打开它。',
              en: 'Add an id, and open it with the action open: <id>.',
            },
            lacking: pointer,
          });
        }
      },
    };
  },
} satisfies Check as Check;
