import type { Text } from '../offense.ts';
import { FORMATS } from '../reference.ts';
import { fits, isTextual } from '../references/assignable.ts';
import { mismatchedFields } from '../references/mismatched-fields.ts';
import { resolveType } from '../references/resolve.ts';
import { spotOf } from '../references/spot.ts';
import { nameOf } from '../references/type-name.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { shapes, typesOf } from '../schema/shape.ts';
import { intendedName } from '../similar-names.ts';
import { suggestion } from '../validate/describe.ts';
import { takesCondition, whetherThere } from '../validate/per-item.ts';
import { referencesIn, type TextNode } from '../walk/nodes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'reference-type',
    severity: 'error',
    title: { zh: '类型不合的引用', en: 'Reference of the wrong type' },
    description: {
      zh: '引用得到的值要合属性或接口字段的类型：列表给列表，数字给数字。写在文字里的数字可以带格式：{$data.credit.overdue|money} 显示成 ¥1,234.50，另有 number、date、time，以及 site.yaml 的 labels 里的名字。',
      en: 'What a reference yields must fit the prop or field: lists to lists, numbers to numbers. A number in a text may have a format: {$data.credit.overdue|money} shows as ¥1,234.50; also number, date, time, and the names in labels of site.yaml.',
    },
    example: {
      bad: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: '{$data.products.list}' }
`,
      good: `data: { products: { call: product.list } }
blocks:
  - { block: text, text: '{$data.products.list.0.name}' }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const { library, site } = project;
    const { labels } = site;
    return {
      text(node) {
        if (!node.text.includes('$')) return;
        for (const reference of referencesIn(node).good) {
          const { format } = reference;
          const isLabelled = format !== undefined && Object.hasOwn(labels, format);
          if (format !== undefined && !isLabelled && !Object.hasOwn(FORMATS, format)) {
            const names = [...Object.keys(FORMATS), ...Object.keys(labels)];
            const intended = intendedName(format, names);
            report({
              at: { pointer: node.pointer, within: format },
              message: { zh: `没有 ${format} 这种显示格式`, en: `there is no format ${format}` },
              hint: suggestion(format, names),
              ...(intended !== undefined && { replacement: intended }),
            });
            continue;
          }
          const resolved = resolveType(reference, node.scope, project);
          if (!('schema' in resolved)) continue;
          const at = spotOf(node.pointer, reference);
          if (format !== undefined && !isLabelled && !isFormattable(resolved.schema, format, library)) {
            const actual = nameOf(resolved.schema, library);
            report({
              at,
              message: {
                zh: `${reference.text} 是${actual.zh}，不能按 ${format} 显示`,
                en: `${reference.text} is ${actual.en} and cannot be shown as ${format}`,
              },
              hint: {
                zh: `去掉 |${format}，或指到一个数字。`,
                en: `Remove |${format}, or point at a number.`,
              },
            });
          } else if (reference.inTemplate) {
            if (isTextual(resolved.schema, library)) continue;
            const actual = nameOf(resolved.schema, library);
            report({
              at,
              message: {
                zh: `${reference.text} 是${actual.zh}，不能写进文字`,
                en: `${reference.text} is ${actual.en} and cannot be part of a text`,
              },
              hint: {
                zh: '指到里面的一个值，如 .0.name。',
                en: 'Point at one value inside, such as .0.name.',
              },
            });
          } else if (isMisfit(resolved.schema, node, library)) {
            report({ at, ...misfit(reference.text, resolved.schema, node.expected, library) });
          }
        }
      },
    };
  },
} satisfies Check as Check;

/** Does the format apply to every type that the value may have? null is shown as an empty text. */
const isFormattable = (schema: JsonSchema, format: string, library: SchemaLibrary) =>
  shapes(schema, library).every((shape) =>
    [...(typesOf(shape) ?? [])].every((type) => type === 'null' || FORMATS[format]?.includes(type)),
  );

function isMisfit(actual: JsonSchema, { use, expected, pointer }: TextNode, library: SchemaLibrary): boolean {
  // A whole body is compared field by field by call-arguments.
  if (use === 'condition' || (use === 'argument' && pointer.at(-1) === 'body')) return false;
  if (fits(actual, expected, library) !== 'misfit') return false;
  // Many responses give a flag of an item as 0 or 1.
  if (takesCondition(expected, library) && isOf(actual, ['number', 'integer'], library)) return false;
  // Values in an address or a form are text; the server parses the number.
  return !(use === 'argument' && isScalarText(actual, library) && expectsScalar(expected, library));
}

/** The message and the hint: the actual type, the expected one, and how to get from one to the other. */
function misfit(
  text: string,
  actual: JsonSchema,
  expected: JsonSchema,
  library: SchemaLibrary,
): { message: Text; hint: Text } {
  const [is, needed] = [nameOf(actual, library), nameOf(expected, library)];
  const fields = mismatchedFields(actual, expected, library);
  const message = {
    zh: `${text} 是${is.zh}，这里要${needed.zh}`,
    en: `${text} is ${is.en}; ${needed.en} is needed here`,
  };
  if (fields.length === 0) return { message, hint: remedy(text, actual, expected, library) };
  const [missing, others] = [
    fields.filter((field) => field.actual === undefined),
    fields.filter((field) => field.actual !== undefined),
  ];
  const parts: Text[] = [];
  if (missing.length > 0) {
    const names = missing.map(({ path }) => path);
    parts.push({ zh: `缺少 ${names.join('、')}`, en: `it lacks ${names.join(', ')}` });
  }
  for (const { path, actual: type = {}, expected: wanted } of others) {
    const [has, needs] = [nameOf(type, library), nameOf(wanted, library)];
    parts.push({
      zh: `${path} 是${has.zh}，要${needs.zh}`,
      en: `its ${path} is ${has.en}, not ${needs.en}`,
    });
  }
  return {
    message: {
      zh: `${message.zh}：${parts.map(({ zh }) => zh).join('；')}`,
      en: `${message.en}: ${parts.map(({ en }) => en).join('; ')}`,
    },
    hint: {
      zh: '换一个有这些字段的接口或引用；区块要什么，见它的说明。',
      en: 'Use a call or reference with these fields; see what the block asks for.',
    },
  };
}

function remedy(text: string, actual: JsonSchema, expected: JsonSchema, library: SchemaLibrary): Text {
  if (takesCondition(expected, library)) return whetherThere(text);
  const isScalar = isOf(actual, ['string', 'number', 'integer', 'boolean'], library);
  const takesText = shapes(expected, library).some((shape) => typesOf(shape)?.has('string'));
  if (isScalar && takesText && expected['format'] !== 'link')
    return { zh: `写进文字里：'{${text}}'。`, en: `Make it a text: '{${text}}'.` };
  return {
    zh: '换一个引用，或指到里面的一个值。',
    en: 'Use another reference, or point at a value inside.',
  };
}

/** Are these, and null, its only possible types? */
const isOf = (schema: JsonSchema, types: readonly string[], library: SchemaLibrary) =>
  shapes(schema, library).every((shape) =>
    [...(typesOf(shape) ?? ['any'])].every((type) => type === 'null' || types.includes(type)),
  );

const isScalarText = (schema: JsonSchema, library: SchemaLibrary) =>
  shapes(schema, library).every((shape) => typesOf(shape)?.has('string') === true);

const expectsScalar = (schema: JsonSchema, library: SchemaLibrary) =>
  shapes(schema, library).some((shape) =>
    [...(typesOf(shape) ?? [])].some((type) => type !== 'object' && type !== 'array'),
  );
