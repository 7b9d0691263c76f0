import { asList } from '../json.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'block-place',
    severity: 'error',
    title: { zh: '区块的位置', en: 'Place of a block' },
    description: {
      zh: '有些区块才能装别的区块、接广告位或被打开；outlet 只在有子页面的页面里有意义。',
      en: 'Only some blocks hold blocks, take a slot or can be opened; an outlet means something only on a page with children.',
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      owner(owner) {
        const children = asList(owner.value['children']).length > 0;
        const hasOutlet = JSON.stringify(owner.value['blocks'] ?? []).includes('"block":"outlet"');
        if (children && !hasOutlet && owner.value['blocks'] !== undefined) {
          report({
            at: { pointer: [...owner.pointer, 'blocks'], part: 'key' },
            message: {
              zh: '有子页面，却没有放子页面的位置',
              en: 'there are child pages but no place for them',
            },
            hint: { zh: '在 blocks 里加上 - block: outlet。', en: 'Add - block: outlet to the blocks.' },
          });
        }
      },
      block({ type, value, pointer, schema, owner }) {
        if (schema === undefined) return;
        const containers = [...project.library.blocks].filter(([, { container }]) => container === true);
        if (value['blocks'] !== undefined && schema['container'] !== true) {
          const names = containers.map(([name]) => name).join('、');
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
          });
        }
        const hasChildren = asList(owner.value['children']).length > 0;
        if (type === 'outlet' && !hasChildren) {
          report({
            at: { pointer: [...pointer, 'block'] },
            message: {
              zh: '这里没有子页面，outlet 什么也不显示',
              en: 'there are no child pages here for the outlet',
            },
            hint: { zh: '去掉它，或给页面写 children。', en: 'Remove it, or give the page children.' },
          });
        }
      },
    };
  },
} satisfies Check as Check;
