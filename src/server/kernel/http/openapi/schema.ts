import type { JsonSchema } from '../contracts.ts';

/** Keywords of our own, which an OpenAPI document may only carry as `x-…`. */
const CUSTOM_KEYWORDS: ReadonlySet<string> = new Set(['unit', 'gated']);

/** Labels of units; any other is shown as it is. */
const UNITS: Readonly<Record<string, string>> = { ms: '毫秒', s: '秒', h: '小时', d: '天' };

type Definitions = Readonly<Record<string, JsonSchema>>;

/**
 * Converts a schema of the registry for the document: references point to its components, keywords of our own become
 * `x-…`, and every field is described by its own description or by that of its entity.
 */
export function toOpenApi(node: unknown, definitions: Definitions): JsonSchema {
  const schema = node as JsonSchema;
  const made: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$id') continue;
    if (key === '$ref') made[key] = componentReference(String(value));
    else if (CUSTOM_KEYWORDS.has(key)) made[`x-${key}`] = value;
    // The field describes the list; its items are not described again.
    else if (key === 'items' && isReference(value)) made[key] = { $ref: componentReference(value.$ref) };
    else made[key] = convertValue(key, value, definitions);
  }
  const description = describe(schema, definitions);
  return description === '' ? made : { ...made, description };
}

const componentReference = (reference: string): string =>
  reference.replace('entity:', '#/components/schemas/');

function isReference(value: unknown): value is { $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}

function convertValue(key: string, value: unknown, definitions: Definitions): unknown {
  if (typeof value !== 'object' || value === null || VALUES.has(key)) return value;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? toOpenApi(one, definitions) : one));
  if (!SCHEMA_MAPS.has(key)) return toOpenApi(value, definitions);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toOpenApi(one, definitions)]));
}

/** Keywords whose values are data, not schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);
/** Keywords whose values map names to schemas. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs']);

/** Describes a value: its label, meaning and unit, and what 0 and 1 mean. */
export function describe(schema: JsonSchema, definitions: Definitions): string {
  const own = labelAndMeaning(schema);
  const text = own === '' ? ofEntity(schema, definitions) : own;
  if (text === '') return '';
  const { unit, enum: values } = schema;
  const flag = Array.isArray(values) && values.join() === '0,1';
  return [
    text,
    ...(flag ? ['1 是，0 否'] : []),
    ...(typeof unit === 'string' ? [`单位：${UNITS[unit] ?? unit}`] : []),
  ].join('；');
}

function labelAndMeaning({ title, description }: JsonSchema): string {
  const [name, meaning] = [title, description].map((text) => (typeof text === 'string' ? text : ''));
  if (!name || !meaning) return (name || meaning) ?? '';
  return meaning.startsWith(name) ? meaning : `${name}：${meaning}`;
}

function ofEntity({ $ref, type, items, oneOf }: JsonSchema, definitions: Definitions): string {
  if (typeof $ref === 'string') {
    const { title } = definitions[$ref.replace('entity:', '')] ?? {};
    return typeof title === 'string' ? title : '';
  }
  if (type === 'array' && typeof items === 'object' && items !== null) {
    const one = describe(items as JsonSchema, definitions);
    return one === '' || one.includes('列表') ? one : `${one}（列表）`;
  }
  const [first] = (Array.isArray(oneOf) ? oneOf : []) as JsonSchema[];
  return first ? ofEntity(first, definitions) : '';
}
