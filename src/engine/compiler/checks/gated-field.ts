import { follow } from '../follow/scope.ts';
import { asObject } from '../json.ts';
import { parseReferences } from '../reference.ts';
import { isGuardedBy } from '../walk/conditions.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'gated-field',
    severity: 'error',
    title: { zh: '需要权限的字段', en: 'Gated field' },
    description: {
      zh: '价格、库存等只给看得到的人。直接放在谁都能看的页面上，没有权限的人看到的是一片空白；把整个商品交给商品区块，它会显示“登录后可见”。',
      en: 'Prices and stock are only for those who may see them. Bound alone on a page for everybody they leave a gap; a block that takes the whole goods shows the notice instead.',
    },
    example: {
      bad: `data: { goods: { call: goods.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: '￥{$data.goods.price}' }
`,
      good: `access: approved
data: { goods: { call: goods.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: '￥{$data.goods.price}' }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      text({ text, pointer, use, scope, owner, block, expected }) {
        if (use !== 'prop' || !text.includes('$')) return;
        // A prop that is gated itself has something to say where nothing may be seen.
        if (expected['gated'] === true) return;
        if (owner === undefined || owner.access === 'approved' || owner.access === 'staff') return;
        if (isGuardedBy(block, '$user')) return;
        for (const reference of parseReferences(text).good) {
          if (reference.root !== 'data' && reference.root !== 'item') continue;
          const followed = follow(reference, scope, project);
          if (!('schema' in followed)) continue;
          const gated = followed.trail.some((schema) => asObject(schema)['gated'] === true);
          if (!gated) continue;
          report({
            at: { pointer, within: reference.text },
            message: {
              zh: `${reference.text} 只给通过认证的会员看，这一页却人人能看`,
              en: `${reference.text} is only for approved members, but this page is not`,
            },
            hint: {
              zh: '把整个商品交给区块（它自己显示“登录后可见”），或给页面写 access: approved，或给区块加上 when: $user.is_passed。',
              en: 'Give the whole entity to the block, which shows the notice, set access: approved on the page, or add when: $user.is_passed to the block.',
            },
          });
        }
      },
    };
  },
} satisfies Check as Check;
