import type { JsonSchema } from '../emit/field.ts';
import { fits, isTextual } from '../follow/fits.ts';
import { follow } from '../follow/scope.ts';
import { shapes, typesOf } from '../follow/shape.ts';
import { certain } from '../nearest.ts';
import type { SchemaLibrary } from '../project/schema-library.ts';
import { FORMATS, parseReferences } from '../reference.ts';
import { suggestion } from '../validate/describe.ts';
import type { TextNode } from '../walk/nodes.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'reference-type',
    severity: 'error',
    title: { zh: '类型不合的引用', en: 'Reference of the wrong type' },
    description: {
      zh: '引用得到的值要合属性或接口字段的类型：列表给列表，数字给数字。写在文字里的数字可以带格式：{$data.credit.overdue|money} 显示成 ¥1,234.50，另有 number、date、time。',
      en: 'What a reference yields must fit the prop or field: lists to lists, numbers to numbers. A number in a text may have a format: {$data.credit.overdue|money} shows as ¥1,234.50; also number, date, time.',
    },
    example: {
      bad: `data: { goods: { call: goods.list } }
blocks:
  - { block: text, text: '{$data.goods.list}' }
`,
      good: `data: { goods: { call: goods.list } }
blocks:
  - { block: text, text: '{$data.goods.list.0.name}' }
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const { library } = project;
    return {
      text(node) {
        if (!node.text.includes('$')) return;
        for (const reference of parseReferences(node.text).good) {
          const { format } = reference;
          if (format !== undefined && !Object.hasOwn(FORMATS, format)) {
            const names = Object.keys(FORMATS);
            const meant = certain(format, names);
            report({
              at: { pointer: node.pointer, within: format },
              message: { zh: `没有 ${format} 这种显示格式`, en: `there is no format ${format}` },
              hint: suggestion(format, names),
              ...(meant !== undefined && { replacement: meant }),
            });
            continue;
          }
          const followed = follow(reference, node.scope, project);
          if (!('schema' in followed)) continue;
          const at = { pointer: node.pointer, within: reference.text };
          if (format !== undefined && !isFormattable(followed.schema, format, library)) {
            const actual = name(followed.schema, library);
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
            if (isTextual(followed.schema, library)) continue;
            const actual = name(followed.schema, library);
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
          } else if (isMisfit(followed.schema, node, library)) {
            const actual = name(followed.schema, library);
            const wanted = name(node.expected, library);
            report({
              at,
              message: {
                zh: `${reference.text} 是${actual.zh}，这里要${wanted.zh}`,
                en: `${reference.text} is ${actual.en}; ${wanted.en} is needed here`,
              },
              hint: {
                zh: '换一个引用，或指到里面的一个值。',
                en: 'Use another reference, or point at a value inside.',
              },
            });
          }
        }
      },
    };
  },
} satisfies Check as Check;

/** Is every type that the value may have one that the format is for? Nothing shows as nothing. */
const isFormattable = (schema: JsonSchema, format: string, library: SchemaLibrary) =>
  shapes(schema, library).every((shape) =>
    [...(typesOf(shape) ?? [])].every((type) => type === 'null' || FORMATS[format]?.includes(type)),
  );

function isMisfit(actual: JsonSchema, { use, expected, pointer }: TextNode, library: SchemaLibrary): boolean {
  // A whole body is compared field by field by call-arguments.
  if (use === 'condition' || (use === 'argument' && pointer.at(-1) === 'body')) return false;
  if (fits(actual, expected, library) !== 'misfit') return false;
  // What travels in an address or a form is text; the server reads the number from it.
  return !(use === 'argument' && isScalarText(actual, library) && isScalarPlace(expected, library));
}

const isScalarText = (schema: JsonSchema, library: SchemaLibrary) =>
  shapes(schema, library).every((shape) => typesOf(shape)?.has('string') === true);

const isScalarPlace = (schema: JsonSchema, library: SchemaLibrary) =>
  shapes(schema, library).some((shape) =>
    [...(typesOf(shape) ?? [])].some((type) => type !== 'object' && type !== 'array'),
  );

const NAMES: Record<string, { zh: string; en: string }> = {
  string: { zh: '文字', en: 'a text' },
  integer: { zh: '整数', en: 'a whole number' },
  number: { zh: '数字', en: 'a number' },
  boolean: { zh: '是非', en: 'a flag' },
  array: { zh: '列表', en: 'a list' },
  object: { zh: '对象', en: 'an object' },
  null: { zh: '空', en: 'nothing' },
};

/** A schema in the reader's words: its title where it has one. */
function name(schema: JsonSchema, library: SchemaLibrary): { zh: string; en: string } {
  const parts = shapes(schema, library).flatMap((shape) => {
    const titled =
      typeof shape['title'] === 'string' && typesOf(shape)?.has('object') ? shape['title'] : undefined;
    const ref = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('entity:', '') : 'an object';
    if (titled !== undefined) return [{ zh: `“${titled}”`, en: ref }];
    if (typesOf(shape)?.has('array') && shape['items'] !== undefined) {
      const inner = name(shape['items'] as JsonSchema, library);
      return [{ zh: `${inner.zh}的列表`, en: `a list of ${inner.en}` }];
    }
    return [...(typesOf(shape) ?? [])].map((type) => NAMES[type] ?? { zh: type, en: type });
  });
  const unique = [...new Map(parts.map((part) => [part.zh, part])).values()];
  if (unique.length === 0) return { zh: '任何值', en: 'any value' };
  return { zh: unique.map(({ zh }) => zh).join('或'), en: unique.map(({ en }) => en).join(' or ') };
}
