import { follow, type Scope } from '../follow/scope.ts';
import { shapes, typesOf } from '../follow/shape.ts';
import { asList, isObject } from '../json.ts';
import { certain } from '../nearest.ts';
import type { Text } from '../offense.ts';
import type { Project } from '../project/project.ts';
import { isDynamic, parseReferences } from '../reference.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';

type Kind = 'number' | 'text' | 'flag' | 'list' | 'object';

/** What one side of a comparison can be. */
interface Side {
  /** undefined: anything. */
  kinds: ReadonlySet<Kind> | undefined;
  /** The values that it can have, when they are few. */
  choices: readonly unknown[] | undefined;
  /** Written out in the file. */
  literal: boolean;
}

const ORDER = new Set(['gt', 'gte', 'lt', 'lte']);

const UNORDERED: readonly Kind[] = ['list', 'object', 'flag'];

const NAMES: Record<Kind, Text> = {
  number: { zh: '数字', en: 'a number' },
  text: { zh: '文字', en: 'a text' },
  flag: { zh: '是非值', en: 'a flag' },
  list: { zh: '列表', en: 'a list' },
  object: { zh: '对象', en: 'an object' },
};

export default {
  meta: {
    code: 'condition-type',
    severity: 'error',
    title: { zh: '永远不成立的比较', en: 'Comparison that never holds' },
    description: {
      zh: '数字与文字、列表与数字不能相比，状态只有 schema 列出的几种；比不了的条件永远不成立，区块就永远不显示。',
      en: 'Numbers do not compare with words, lists not with numbers, and a state has only the values that its schema lists; such a condition never holds, and the block is never shown.',
    },
    example: {
      bad: `data: { goods: { call: goods.list } }
blocks:
  - block: text
    text: 有货
    when: { gt: [$data.goods.list, 0] }
`,
      good: `data: { goods: { call: goods.list } }
blocks:
  - block: text
    text: 有货
    when: { gt: [$data.goods.list.length, 0] }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      comparison({ operator, operands, pointer, scope }) {
        const sides = operands.map((operand) => sideOf(operand, scope, project));
        const [left, right] = sides;
        if (left === undefined || right === undefined) return;
        if (ORDER.has(operator)) {
          for (const [index, side] of sides.entries()) {
            const kind = only(side, UNORDERED);
            if (kind === undefined) continue;
            report({
              at: { pointer: [...pointer, index] },
              message: {
                zh: `${shown(operands[index])} 是${NAMES[kind].zh}，不能比大小`,
                en: `${shown(operands[index])} is ${NAMES[kind].en} and has no order`,
              },
              hint:
                kind === 'list'
                  ? { zh: '比它的条数：在后面写 .length。', en: 'Compare its length: add .length.' }
                  : { zh: '指到里面的一个数字。', en: 'Point at a number inside.' },
            });
          }
        }
        for (const [index, literal] of sides.entries()) {
          const other = sides[1 - index];
          if (!literal.literal || other === undefined || other.literal) continue;
          if (ORDER.has(operator) && only(literal, UNORDERED) !== undefined) continue;
          const at = { pointer: [...pointer, index] };
          if (operator === 'in') {
            if (index === 1)
              for (const [position, choice] of asList(operands[1]).entries())
                judge(choice, other, { pointer: [...pointer, 1, position] });
          } else judge(operands[index], other, at);
        }
      },
    };

    function judge(value: unknown, other: Side, at: { pointer: (string | number)[] }): void {
      if (value === null || isDynamic(value) || other.kinds === undefined) return;
      const { choices, kinds } = other;
      if (choices !== undefined && !choices.some((choice) => shown(choice) === shown(value))) {
        const known = choices.filter((choice) => choice !== null).map(shown);
        const replacement = certain(shown(value), known);
        report({
          at,
          message: {
            zh: `这个值不会是 ${shown(value)}，只会是 ${known.join('、')}`,
            en: `the value is never ${shown(value)}, only ${known.join(', ')}`,
          },
          hint: suggestion(shown(value), known),
          ...(replacement !== undefined && { replacement }),
        });
        return;
      }
      const kind = kindOfValue(value);
      if (kinds.has(kind) || isNumeric(value, kinds)) return;
      const names = [...kinds].map((one) => NAMES[one]);
      report({
        at,
        message: {
          zh: `${NAMES[kind].zh} ${shown(value)} 不会等于${names.map(({ zh }) => zh).join('或')}`,
          en: `${NAMES[kind].en} ${shown(value)} never equals ${names.map(({ en }) => en).join(' or ')}`,
        },
        hint: {
          zh: `写成${names.map(({ zh }) => zh).join('或')}；是与否记作 1 与 0 的，直接写引用即可。`,
          en: `Write ${names.map(({ en }) => en).join(' or ')}; where yes and no are 1 and 0, the reference alone is enough.`,
        },
      });
    }
  },
} satisfies Check as Check;

/** Text that spells a number stands for it. */
const isNumeric = (value: unknown, kinds: ReadonlySet<Kind>) =>
  (typeof value === 'number' && kinds.has('text')) ||
  (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) && kinds.has('number'));

/** The kind of a side when it can be nothing but these. */
function only({ kinds }: Side, wanted: readonly Kind[]): Kind | undefined {
  const [first] = kinds ?? [];
  return kinds !== undefined && [...kinds].every((kind) => wanted.includes(kind)) ? first : undefined;
}

function sideOf(operand: unknown, scope: Scope, project: Project): Side {
  if (!isDynamic(operand))
    return {
      kinds: operand === null ? undefined : new Set([kindOfValue(operand)]),
      choices: undefined,
      literal: true,
    };
  const unknown = { kinds: undefined, choices: undefined, literal: false };
  const [reference] = parseReferences(operand).good;
  if (reference === undefined) return unknown;
  if (reference.inTemplate) return { ...unknown, kinds: new Set(['text']) };
  const followed = follow(reference, scope, project);
  if (!('schema' in followed)) return unknown;
  const alternatives = shapes(followed.schema, project.library);
  const kinds = new Set<Kind>();
  const choices: unknown[] = [];
  let closed = true;
  for (const shape of alternatives) {
    const types = typesOf(shape);
    if (types === undefined) return unknown;
    for (const type of types) if (type !== 'null') kinds.add(KINDS[type] ?? 'object');
    if (Array.isArray(shape['enum'])) choices.push(...shape['enum']);
    else if (types.size !== 1 || !types.has('null')) closed = false;
  }
  return { kinds, choices: closed && choices.length > 0 ? choices : undefined, literal: false };
}

const KINDS: Record<string, Kind> = {
  number: 'number',
  integer: 'number',
  string: 'text',
  boolean: 'flag',
  array: 'list',
};

function kindOfValue(value: unknown): Kind {
  if (Array.isArray(value)) return 'list';
  if (isObject(value)) return 'object';
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'flag' : 'text';
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
