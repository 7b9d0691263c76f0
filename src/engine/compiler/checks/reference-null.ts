import type { Text } from '../offense.ts';
import type { Reference } from '../reference.ts';
import { fits } from '../references/assignable.ts';
import { resolveType } from '../references/resolve.ts';
import { spotOf } from '../references/spot.ts';
import type { JsonSchema } from '../schema/field.ts';
import { shapes, typesOf } from '../schema/shape.ts';
import { takesCondition, whetherThere } from '../validate/per-item.ts';
import { isGuardedBy } from '../walk/conditions.ts';
import { referencesIn } from '../walk/nodes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'reference-null',
    severity: 'warning',
    title: { zh: '可能为空的引用', en: 'Reference that may be null' },
    description: {
      zh: '接口说这个值可能为空，而属性不收空值。用 when 把没有值的情形排除。',
      en: 'The answer may hold null there, and the prop takes none. Exclude that with when.',
    },
    example: {
      bad: `data: { product: { call: product.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: $data.product.note }
`,
      good: `data: { product: { call: product.detail, params: { id: 7 } } }
blocks:
  - { block: text, text: $data.product.note, when: $data.product.note }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    return {
      text(node) {
        const { text, pointer, use, expected, scope, block, mapped } = node;
        if (use !== 'prop' || !text.startsWith('$')) return;
        if (mapped?.optional) return;
        // An item without a value shows nothing; but a flag without a value has its default.
        const isFlag = takesCondition(expected, project.library);
        if (expected['perItem'] !== undefined && !isFlag) return;
        for (const reference of referencesIn(node).good) {
          const resolved = resolveType(reference, scope, project);
          if (!('schema' in resolved)) continue;
          const fit = fits(resolved.schema, expected, project.library);
          const isMissing = fit === 'fits' && mapped !== undefined && mayLack(reference, resolved.trail);
          if (fit !== 'nullable' && !(isMissing && fits(NULL, expected, project.library) !== 'fits'))
            continue;
          if (!reference.bare && isGuardedBy(block, reference.text)) continue;
          report({
            at: spotOf(pointer, reference),
            message: {
              zh: `${reference.text} 可能为空，这里不收空值`,
              en: `${reference.text} may be null, which is not taken here`,
            },
            hint: isFlag ? whetherThere(reference.text) : hintFor(reference),
          });
        }
      },
    };

    /** Is a step towards the value null, or a position that a list need not have? */
    function mayLack({ path }: Reference, trail: readonly JsonSchema[]): boolean {
      const isNullable = (schema: JsonSchema) =>
        shapes(schema, project.library).some((shape) => typesOf(shape)?.has('null') === true);
      return path.some((step) => /^\d+$/.test(step)) || trail.slice(1, -1).some(isNullable);
    }
  },
} satisfies Check as Check;

const NULL: JsonSchema = { type: 'null' };

function hintFor({ bare, text }: Reference): Text {
  if (bare)
    return {
      zh: `换一个一定有值的字段，或写成文字 '{${text}}'，没有值时它是空的。`,
      en: `Use a field that always has a value, or make it a text '{${text}}', which is empty without one.`,
    };
  return {
    zh: `给区块加上 when: ${text}，或写进文字 '{${text}}'。`,
    en: `Add when: ${text} to the block, or make it a text '{${text}}'.`,
  };
}
