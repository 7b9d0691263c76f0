import { dataNames } from '../reference.ts';
import type { OwnerNode } from '../walk/nodes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'data-cycle',
    severity: 'error',
    title: { zh: '互相等待的数据', en: 'Data that waits for itself' },
    description: {
      zh: '一项数据用到另一项的结果就要等它；转一圈回到自己，就永远等不到。',
      en: 'Data that reads another’s answer waits for it; in a circle nobody ever starts.',
    },
    example: {
      bad: `data:
  one: { call: product.list, query: { keywords: $data.two.list.0.name } }
  two: { call: product.list, query: { keywords: $data.one.list.0.name } }
blocks: []
`,
      good: `data:
  one: { call: product.list }
  two: { call: product.list, query: { keywords: $data.one.list.0.name } }
blocks: []
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      data({ name, pointer, owner }) {
        const cycle = cycleFrom(name, owner);
        if (cycle === undefined || cycle.toSorted()[0] !== name) return;
        const shown = [...cycle, name].join(' → ');
        report({
          at: { pointer, part: 'key' },
          message: { zh: `数据互相等待：${shown}`, en: `data waits in a circle: ${shown}` },
          hint: { zh: '去掉其中一个 $data 引用。', en: 'Remove one of the $data references.' },
        });
      },
    };
  },
} satisfies Check as Check;

/** The shortest cycle of dependencies that contains an entry. */
function cycleFrom(start: string, { scope }: OwnerNode): string[] | undefined {
  const seen = new Set<string>();
  let paths = [[start]];
  while (paths.length > 0) {
    const longer: string[][] = [];
    for (const path of paths) {
      const { params, query, body, when } = scope.data.get(path.at(-1) ?? '')?.value ?? {};
      for (const next of dataNames(params, query, body, when)) {
        if (next === start) return path;
        if (!seen.has(next)) longer.push([...path, next]);
        seen.add(next);
      }
    }
    paths = longer;
  }
  return undefined;
}
