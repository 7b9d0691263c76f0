import type { Text } from '../offense.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { shapes, typesOf } from '../schema/shape.ts';
import { TYPES } from '../validate/expected.ts';

/** Names of types. Unlike `TYPES`, which say how a value is written, these say what a referenced value is. */
const NAMES: Record<string, Text> = {
  ...TYPES,
  boolean: { zh: '是非', en: 'a flag' },
  object: { zh: '对象', en: 'an object' },
};

/** The name of a type in messages: the title of the schema where it has one. */
export function nameOf(schema: JsonSchema, library: SchemaLibrary): Text {
  const parts = shapes(schema, library).flatMap((shape) => {
    const titled =
      typeof shape['title'] === 'string' && typesOf(shape)?.has('object') ? shape['title'] : undefined;
    const ref = typeof schema['$ref'] === 'string' ? schema['$ref'].replace('entity:', '') : 'an object';
    if (titled !== undefined) return [{ zh: `“${titled}”`, en: ref }];
    if (typesOf(shape)?.has('array') && shape['items'] !== undefined) {
      const inner = nameOf(shape['items'] as JsonSchema, library);
      return [{ zh: `${inner.zh}的列表`, en: `a list of ${inner.en}` }];
    }
    return [...(typesOf(shape) ?? [])].map((type) => NAMES[type] ?? { zh: type, en: type });
  });
  const unique = [...new Map(parts.map((part) => [part.zh, part])).values()];
  if (unique.length === 0) return { zh: '任何值', en: 'any value' };
  return { zh: unique.map(({ zh }) => zh).join('或'), en: unique.map(({ en }) => en).join(' or ') };
}
