import { asList } from '../json.ts';
import type { Root } from '../reference.ts';
import { type Operand, operandOf, shown, VALUE_KIND_NAMES, type ValueKind } from '../references/operand.ts';
import type { Check } from './check.ts';

/** Values of an address or a form are always text. */
const TEXTUAL: ReadonlySet<Root | undefined> = new Set(['query', 'route', 'form']);

export default {
  meta: {
    code: 'condition-mixed',
    severity: 'warning',
    title: { zh: '数字与文字相比', en: 'Number compared with a text' },
    description: {
      zh: '数字与文字只在文字恰好拼出那个数字时相等，比大小也一样；多半是写错了字段，或给数字加了引号。$query、$route 里的值本来就是文字，不在此列。',
      en: 'A number equals a text only where the text happens to spell it; mostly the field is the wrong one, or the number was put in quotes. What $query and $route hold is text anyway, and not meant here.',
    },
    example: {
      bad: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: 有货, when: { gt: [$data.products.total, '0'] } }
`,
      good: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: 有货, when: { gt: [$data.products.total, 0] } }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      comparison({ operator, operands, pointer, scope }) {
        const [left, right] = operands;
        const isList = operator === 'in' && Array.isArray(right);
        const pairs = isList
          ? asList(right).map((one, index) => ({ other: one, at: [1, index] }))
          : [{ other: right, at: [1] }];
        const first = operandOf(left, scope, project);
        for (const { other, at } of pairs) {
          const second = operandOf(other, scope, project);
          if (!isMixed(first, second) || neverHolds(left, first, second) || neverHolds(other, second, first))
            continue;
          const wrong = first.literal
            ? { value: left, side: first, against: second, steps: [0] }
            : { value: other, side: second, against: first, steps: at };
          const [is, compared] = [nameOf(wrong.side), nameOf(wrong.against)];
          report({
            at: { pointer: [...pointer, ...wrong.steps] },
            message: {
              zh: `${shown(wrong.value)} 是${is.zh}，和它比的是${compared.zh}`,
              en: `${shown(wrong.value)} is ${is.en}; it is compared with ${compared.en}`,
            },
            hint: wrong.side.literal
              ? { zh: `写成${compared.zh}。`, en: `Write ${compared.en}.` }
              : {
                  zh: '换一个字段，让两边是同一种值。',
                  en: 'Use another field, so that both are of one kind.',
                },
            replacement: wrong.side.literal ? (written) => requoted(written, wrong.value) : undefined,
          });
        }
      },
    };
  },
} satisfies Check as Check;

/** Is one certainly a number, and the other certainly a text that may be numeric? */
function isMixed(a: Operand, b: Operand): boolean {
  if ((a.literal && b.literal) || TEXTUAL.has(a.root) || TEXTUAL.has(b.root)) return false;
  const isPair = (one: Operand, two: Operand) => is(one, 'number') && is(two, 'text');
  return isPair(a, b) || isPair(b, a);
}

/** Is it a value that the other operand can never have? That is reported by condition-type. */
function neverHolds(value: unknown, side: Operand, against: Operand): boolean {
  if (!side.literal) return false;
  const { choices } = against;
  if (choices !== undefined) return !choices.some((choice) => shown(choice) === shown(value));
  return typeof value === 'string' && (value.trim() === '' || Number.isNaN(Number(value)));
}

const is = ({ kinds }: Operand, kind: ValueKind) => kinds?.size === 1 && kinds.has(kind);

const nameOf = ({ kinds }: Operand) => VALUE_KIND_NAMES[[...(kinds ?? [])][0] ?? 'text'];

/** `'5'` -> `5`, and the other way round. */
const requoted = (written: string, value: unknown) =>
  typeof value === 'number' ? `'${written}'` : String(value);
