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
  one: { call: goods.list, query: { keywords: $data.two.list.0.name } }
  two: { call: goods.list, query: { keywords: $data.one.list.0.name } }
blocks: []
`,
      good: `data:
  one: { call: goods.list }
  two: { call: goods.list, query: { keywords: $data.one.list.0.name } }
blocks: []
`,
    },
  },
  scope: 'file',
  create({ report }) {
    return {
      data({ name, pointer, owner }) {
        const circle = circleFrom(name, owner);
        if (circle === undefined || circle.toSorted()[0] !== name) return;
        const shown = [...circle, name].join(' → ');
        report({
          at: { pointer, part: 'key' },
          message: { zh: `数据互相等待：${shown}`, en: `data waits in a circle: ${shown}` },
          hint: { zh: '去掉其中一个 $data 引用。', en: 'Remove one of the $data references.' },
        });
      },
    };
  },
} satisfies Check as Check;

/** The shortest way from an entry back to itself. */
function circleFrom(start: string, { scope }: OwnerNode): string[] | undefined {
  const seen = new Set<string>();
  let ways = [[start]];
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      const { params, query, body, when } = scope.data.get(way.at(-1) ?? '')?.value ?? {};
      for (const next of dataNames(params, query, body, when)) {
        if (next === start) return way;
        if (!seen.has(next)) longer.push([...way, next]);
        seen.add(next);
      }
    }
    ways = longer;
  }
  return undefined;
}
