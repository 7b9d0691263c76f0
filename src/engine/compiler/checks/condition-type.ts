import { asList } from '../json.ts';
import { isDynamic } from '../reference.ts';
import {
  kindOfValue,
  type Operand,
  operandOf,
  shown,
  VALUE_KIND_NAMES,
  type ValueKind,
} from '../references/operand.ts';
import { intendedName } from '../similar-names.ts';
import { suggestion } from '../validate/describe.ts';
import type { Check } from './check.ts';

const ORDER = new Set(['gt', 'gte', 'lt', 'lte']);

const UNORDERED: readonly ValueKind[] = ['list', 'object', 'flag'];

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
      bad: `data: { products: { call: product.list } }
blocks:
  - block: text
    text: 有货
    when: { gt: [$data.products.list, 0] }
`,
      good: `data: { products: { call: product.list } }
blocks:
  - block: text
    text: 有货
    when: { gt: [$data.products.list.length, 0] }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      comparison({ operator, operands, pointer, scope }) {
        const sides = operands.map((operand) => operandOf(operand, scope, project));
        const [left, right] = sides;
        if (left === undefined || right === undefined) return;
        if (ORDER.has(operator)) {
          for (const [index, side] of sides.entries()) {
            const kind = only(side, UNORDERED);
            if (kind === undefined) continue;
            report({
              at: { pointer: [...pointer, index] },
              message: {
                zh: `${shown(operands[index])} 是${VALUE_KIND_NAMES[kind].zh}，不能比大小`,
                en: `${shown(operands[index])} is ${VALUE_KIND_NAMES[kind].en} and has no order`,
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

    function judge(value: unknown, other: Operand, at: { pointer: (string | number)[] }): void {
      if (value === null || isDynamic(value) || other.kinds === undefined) return;
      const { choices, kinds } = other;
      if (choices !== undefined && !choices.some((choice) => shown(choice) === shown(value))) {
        const known = choices.filter((choice) => choice !== null).map(shown);
        const replacement = intendedName(shown(value), known);
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
      const names = [...kinds].map((one) => VALUE_KIND_NAMES[one]);
      report({
        at,
        message: {
          zh: `${VALUE_KIND_NAMES[kind].zh} ${shown(value)} 不会等于${names.map(({ zh }) => zh).join('或')}`,
          en: `${VALUE_KIND_NAMES[kind].en} ${shown(value)} never equals ${names.map(({ en }) => en).join(' or ')}`,
        },
        hint: {
          zh: `写成${names.map(({ zh }) => zh).join('或')}；是与否记作 1 与 0 的，直接写引用即可。`,
          en: `Write ${names.map(({ en }) => en).join(' or ')}; where yes and no are 1 and 0, the reference alone is enough.`,
        },
      });
    }
  },
} satisfies Check as Check;

/** A numeric text equals the number. */
const isNumeric = (value: unknown, kinds: ReadonlySet<ValueKind>) =>
  (typeof value === 'number' && kinds.has('text')) ||
  (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)) && kinds.has('number'));

/** The kind of an operand, if all its kinds are among these. */
function only({ kinds }: Operand, allowed: readonly ValueKind[]): ValueKind | undefined {
  const [first] = kinds ?? [];
  return kinds !== undefined && [...kinds].every((kind) => allowed.includes(kind)) ? first : undefined;
}
