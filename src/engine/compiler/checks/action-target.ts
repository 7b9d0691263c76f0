import { asList, asObject } from '../json.ts';
import { intendedName } from '../similar-names.ts';
import type { Pointer } from '../source/pointer.ts';
import { suggestion } from '../validate/describe.ts';
import type { OwnerNode } from '../walk/nodes.ts';
import type { Check } from './check.ts';

/** Is the id of one of the blocks no text? That is reported where it stands, and may be what is named. */
const hasOddId = (blocks: unknown): boolean =>
  asList(blocks).some((block) => {
    const { id, blocks: inner } = asObject(block);
    return (id !== undefined && typeof id !== 'string') || hasOddId(inner);
  });

export default {
  meta: {
    code: 'action-target',
    severity: 'error',
    title: { zh: '动作的对象', en: 'Target of an action' },
    description: {
      zh: 'refresh 刷新的数据、open 与 close 的区块、whileOpen 等待的区块都要存在，否则按下去什么也不发生。',
      en: 'What refresh, open, close and whileOpen name must exist, or nothing happens.',
    },
    example: {
      bad: `data: { products: { call: product.list } }
blocks:
  - block: buttons
    items: [{ text: 刷新 }]
    on: { press: [{ refresh: [goodz] }] }
`,
      good: `data: { products: { call: product.list } }
blocks:
  - block: buttons
    items: [{ text: 刷新 }]
    on: { press: [{ refresh: [products] }] }
`,
    },
  },
  scope: 'file',
  create({ project, yaml, report }) {
    const file = yaml.path;

    return {
      data({ value, pointer, owner }) {
        judge(value['whileOpen'], [...pointer, 'whileOpen'], owner);
      },
      action({ value, pointer, block: { owner } }) {
        for (const [index, name] of asList(value['refresh']).entries()) {
          if (typeof name !== 'string' || owner.scope.data.has(name) || project.calls.has(name)) continue;
          const known = [...owner.scope.data.keys(), ...project.calls.keys()];
          const replacement = intendedName(name, known);
          report({
            at: { pointer: [...pointer, 'refresh', index] },
            message: { zh: `没有名为 ${name} 的数据或接口`, en: `there is no data or call named ${name}` },
            hint: suggestion(name, known),
            ...(replacement !== undefined && { replacement }),
            lookup: {
              name,
              declared: () => [
                ...[...owner.scope.data].map(([key, data]) => ({ name: key, file, pointer: data.pointer })),
                ...project.calls.values(),
              ],
            },
          });
        }
        for (const key of ['open', 'close']) judge(value[key], [...pointer, key], owner);
      },
    };

    /** A block that is opened, closed or waited for. */
    function judge(id: unknown, pointer: Pointer, owner: OwnerNode): void {
      if (typeof id !== 'string') return;
      const ids = new Map([...(owner.parent?.ids ?? []), ...owner.ids]);
      const block = ids.get(id);
      if (block === undefined) {
        if (hasOddId(owner.value['blocks']) || hasOddId(owner.parent?.value['blocks'])) return;
        const replacement = intendedName(id, ids.keys());
        report({
          at: { pointer },
          message: { zh: `这一页没有 id 为 ${id} 的区块`, en: `no block of this page has the id ${id}` },
          hint: suggestion(id, [...ids.keys()]),
          ...(replacement !== undefined && { replacement }),
          lookup: {
            name: id,
            declared: () =>
              [...ids].map(([name, one]) => ({
                name,
                file,
                pointer: [...one.pointer, 'id'],
                part: 'value',
              })),
          },
        });
      } else if (project.library.blocks.has(block.type) && !isOpenable(block.type)) {
        report({
          at: { pointer },
          message: { zh: `${block.type} 不能打开或关闭`, en: `${block.type} cannot be opened or closed` },
          hint: { zh: '指向一个对话框或抽屉。', en: 'Name a dialog or a drawer.' },
        });
      }
    }

    function isOpenable(type: string): boolean {
      return project.library.blocks.get(type)?.['openable'] === true;
    }
  },
} satisfies Check as Check;
