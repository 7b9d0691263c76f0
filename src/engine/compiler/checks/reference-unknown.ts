import type { Declared } from '../finding.ts';
import type { Text } from '../offense.ts';
import type { Project } from '../project/project.ts';
import { type Reference, ROOTS } from '../reference.ts';
import { declaredFields } from '../references/declared-fields.ts';
import { resolveType, type Scope } from '../references/resolve.ts';
import { spotOf } from '../references/spot.ts';
import { intendedName, nearest } from '../similar-names.ts';
import { suggestion } from '../validate/describe.ts';
import { referencesIn } from '../walk/nodes.ts';
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
    example: {
      bad: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: '共 {$data.products.totl} 种' }
`,
      good: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: '共 {$data.products.total} 种' }
`,
    },
  },
  scope: 'file',
  create({ project, yaml, report }) {
    const file = yaml.path;
    /** Data that a page does not declare is reported only where it is first read. */
    const missing = new Map<unknown, Set<string>>();
    const isReported = (owner: unknown, name: string) => {
      const names = missing.get(owner) ?? new Set();
      missing.set(owner, names);
      return names.has(name) || !names.add(name);
    };
    return {
      text(node) {
        const { text, pointer, scope, owner } = node;
        if (!text.includes('$')) return;
        const { good, bad } = referencesIn(node);
        for (const { text: part } of bad) {
          const root = /^\$([A-Za-z]*)/.exec(part)?.[1] ?? '';
          if (ROOTS.some((name) => name === root)) {
            report({
              at: { pointer, within: part },
              message: { zh: `引用 ${part} 的写法不对`, en: `${part} is not written as a reference` },
              hint: {
                zh: '只含字母、数字、点、横线；文字本身以 $ 开头时写 $$。',
                en: 'Letters, digits, dots and dashes; a text that starts with $ is written $$.',
              },
            });
            continue;
          }
          const near = nearest(root, ROOTS)[0];
          const intended = intendedName(root, ROOTS);
          const all = ROOTS.map((name) => `$${name}`).join(' ');
          report({
            at: { pointer, within: part, piece: [0, 1 + root.length] },
            message: { zh: `没有 $${root} 这种引用`, en: `there are no references to $${root}` },
            hint: {
              zh: `${near === undefined ? '' : `是不是想写 $${near}？`}引用以 ${all} 开头。`,
              en: `${near === undefined ? '' : `Did you mean $${near}? `}References start with ${all}.`,
            },
            ...(intended !== undefined && { replacement: `$${intended}` }),
          });
        }
        for (const reference of good) {
          const resolved = resolveType(reference, scope, project);
          const { root } = reference;
          if ('unavailable' in resolved) {
            report({
              at: { pointer, within: reference.text, piece: [0, 1 + root.length] },
              message: { zh: `这里没有 $${root}`, en: `there is no $${root} here` },
              hint: WHERE[root] ?? { zh: '去掉它。', en: 'Remove it.' },
            });
          } else if ('unknown' in resolved) {
            const { unknown, names, at } = resolved;
            const isData = root === 'data' && at === 0 && nearest(unknown, names).length === 0;
            if (isData && isReported(owner, unknown)) continue;
            const intended = intendedName(unknown, names);
            report({
              at: spotOf(pointer, reference, at),
              message: {
                zh: `${reference.text} 里没有 ${unknown}`,
                en: `there is no ${unknown} in ${reference.text}`,
              },
              hint: isData ? missingData(unknown, names) : hintFor(reference, unknown, names),
              lookup: {
                name: unknown,
                declared: () => declaredAt(reference, at, scope, file, project),
                ...(root === 'data' && at > 0 && { file: fileOf(reference, scope, project) }),
              },
              ...(intended !== undefined && { replacement: intended }),
            });
          }
        }
      },
    };
  },
} satisfies Check as Check;

/** The file that declares the call whose response a reference reads. */
const fileOf = ({ path }: Reference, { data }: Scope, { calls }: Project): string | undefined =>
  calls.get(data.get(path[0] ?? '')?.call ?? '')?.file;

/** The names that could stand at a step of a reference. */
function declaredAt(
  { root, path }: Reference,
  at: number,
  scope: Scope,
  file: string,
  project: Project,
): Declared[] {
  if (root !== 'data') return [];
  const [name = '', ...fields] = path;
  const data = scope.data.get(name);
  if (at > 0)
    return data === undefined ? [] : declaredFields(data.call, 'response', fields.slice(0, at - 1), project);
  return [
    ...[...scope.data].map(([name, { pointer }]) => ({ name, file, pointer })),
    ...[...scope.kept].map(([name, { pointer }]) => ({ name, file, pointer, part: 'value' as const })),
  ];
}

/** A word of a mapping that is no field of the source may be meant as it stands. */
function hintFor({ bare, inTemplate, text }: Reference, unknown: string, names: readonly string[]): Text {
  const near = suggestion(unknown, names);
  if (!bare || inTemplate || text !== unknown) return near;
  return {
    zh: `${near.zh}要写固定的文字，写成 { is: ${text} }。`,
    en: `${near.en} A fixed text is written { is: ${text} }.`,
  };
}

function missingData(name: string, names: readonly string[]): Text {
  const known = names.slice(0, 20);
  const [zh, en] =
    known.length > 0 ? [`已有 ${known.join('、')}；`, ` There is: ${known.join(', ')}.`] : ['', ''];
  return {
    zh: `${zh}在页面的 data: 下面加上 ${name}: { call: 接口 }。`,
    en: `Add ${name}: { call: … } under data: of the page.${en}`,
  };
}
