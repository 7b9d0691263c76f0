import { resolveType } from '../references/resolve.ts';
import { spotOf } from '../references/spot.ts';
import { gatedRole, isGated } from '../schema/gated.ts';
import { roleNames } from '../schema/site.ts';
import { isGuardedBy } from '../walk/conditions.ts';
import { type OwnerNode, referencesIn } from '../walk/nodes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'gated-field',
    severity: 'error',
    title: { zh: '需要权限的字段', en: 'Gated field' },
    description: {
      zh: '价格、库存等只给看得到的人。直接放在谁都能看的页面上，没有权限的人看到的是一片空白；把整个商品交给商品区块，它会显示“登录后可见”。',
      en: 'Prices and stock are only for those who may see them. Bound alone on a page for everybody they leave a gap; a block that takes the whole product shows the notice instead.',
    },
    example: {
      bad: `data: { product: { call: product.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: '￥{$data.product.price}' }
`,
      good: `access: approved
data: { product: { call: product.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: '￥{$data.product.price}' }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const { site } = project;
    const roles = roleNames(site);
    /** May some readers of the page lack a role? */
    const isAbove =
      ({ access }: OwnerNode) =>
      (role: string | undefined) =>
        role !== undefined && (access === undefined || roles.indexOf(role) > roles.indexOf(access));
    const labelOf = (role: string) => site.roles[role]?.label ?? ` ${role} `;
    return {
      text(node) {
        const { text, pointer, use, scope, owner, block, expected } = node;
        if (use !== 'prop' || !text.includes('$')) return;
        // A gated prop has a text for readers who may not see the value.
        if (isGated(expected)) return;
        if (owner === undefined) return;
        if (isGuardedBy(block, '$user')) return;
        for (const reference of referencesIn(node).good) {
          if (reference.root !== 'data' && reference.root !== 'item') continue;
          const resolved = resolveType(reference, scope, project);
          if (!('schema' in resolved)) continue;
          const role = resolved.trail.map((schema) => gatedRole(schema, project.site)).find(isAbove(owner));
          if (role === undefined) continue;
          report({
            at: spotOf(pointer, reference),
            message: {
              zh: `${reference.text} 只给${labelOf(role)}看，这一页却别人也能看`,
              en: `${reference.text} is only for ${role}, but this page is not`,
            },
            hint: {
              zh: `把整个商品交给区块（它自己说明为什么看不到），或给页面写 access: ${role}，或给区块的 when 写一个对 $user 的条件。`,
              en: `Give the whole entity to the block, which shows the notice, set access: ${role} on the page, or add a when to the block that reads $user.`,
            },
          });
        }
      },
    };
  },
} satisfies Check as Check;
