import type { ErrorObject } from 'ajv';
import { asList, asObject, type Json } from '../json.ts';
import type { Text } from '../offense.ts';
import { typesOf } from '../schema/shape.ts';
import type { Pointer } from '../source/pointer.ts';

/** The names of types in messages. */
export const TYPES: Record<string, Text> = {
  string: { zh: '文字', en: 'a text' },
  integer: { zh: '整数', en: 'a whole number' },
  number: { zh: '数字', en: 'a number' },
  boolean: { zh: 'true 或 false', en: 'true or false' },
  array: { zh: '列表', en: 'a list' },
  object: { zh: '一组 键: 值', en: 'a set of key: value' },
  null: { zh: '空', en: 'nothing' },
};

/**
 * Describes the expected value. In Chinese by the description of the schema (`columns：一行几列（个）`); descriptions exist in
 * Chinese only, so the English text is derived from the keywords of the schema.
 */
export function describeExpected(error: ErrorObject, pointer: Pointer): Text {
  const schema = asObject(error.parentSchema);
  const { description, unit } = schema;
  const name = pointer.findLast((step) => !/^\d+$/.test(String(step)));
  const suffix = typeof unit === 'string' ? `（${unit}）` : '';
  const text = typeof description === 'string' ? description : undefined;
  if (name === undefined)
    return { zh: text ?? '看这种文件的写法说明。', en: 'See how such a file is written.' };
  return {
    zh: text === undefined ? `看 ${name} 的写法说明。` : `${name}：${text}${suffix}`,
    en: inKeywords(String(name), schema),
  };
}

/** `columns: a whole number, 1 to 6; by default 4`. */
function inKeywords(name: string, schema: Json): string {
  const types = [...(typesOf(schema) ?? [])].map((type) => TYPES[type]?.en ?? type);
  const choices = asList(schema['enum']).map(String);
  const low = limit(schema['minimum'] ?? schema['minLength']);
  const high = limit(schema['maximum'] ?? schema['maxLength']);
  const bounds =
    low !== '' && high !== ''
      ? `${low} to ${high}`
      : low !== ''
        ? `at least ${low}`
        : high !== ''
          ? `at most ${high}`
          : '';
  const what = choices.length > 0 ? `one of ${choices.join(', ')}` : types.join(' or ');
  const parts = [what, bounds].filter((part) => part !== '').join(', ');
  const preset = schema['default'];
  const isPlain = typeof preset === 'string' || typeof preset === 'number' || typeof preset === 'boolean';
  const byDefault = isPlain ? `; by default ${preset}` : '';
  return parts === '' ? `See how ${name} is written.` : `${name}: ${parts}${byDefault}.`;
}

const limit = (value: unknown) => (typeof value === 'number' ? String(value) : '');
