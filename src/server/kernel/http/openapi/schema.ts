import type { JsonSchema } from '../contracts.ts';

/** Keywords of our own, which an OpenAPI document may carry with this mark only. */
const OWN: ReadonlySet<string> = new Set(['unit', 'gated']);

/** Units that say what a number is at once; others stand as they are written. */
const UNITS: Readonly<Record<string, string>> = { ms: '毫秒', s: '秒', h: '小时', d: '天' };

type Definitions = Readonly<Record<string, JsonSchema>>;

/**
 * A schema of the registry as it stands in the document: references lead into it, keywords of our own are marked, and
 * every field is described: by its own words, or by the entity that it is.
 */
export function toOpenApi(node: unknown, definitions: Definitions): JsonSchema {
  const schema = node as JsonSchema;
  const made: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$id') continue;
    if (key === '$ref') made[key] = localised(String(value));
    else if (OWN.has(key)) made[`x-${key}`] = value;
    // Fields are described where they stand, not again at what their lists are made of.
    else if (key === 'items' && isReference(value)) made[key] = { $ref: localised(value.$ref) };
    else made[key] = inside(key, value, definitions);
  }
  const description = describe(schema, definitions);
  return description === '' ? made : { ...made, description };
}

const localised = (reference: string): string => reference.replace('entity:', '#/components/schemas/');

function isReference(value: unknown): value is { $ref: string } {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
}

function inside(key: string, value: unknown, definitions: Definitions): unknown {
  if (typeof value !== 'object' || value === null || VALUES.has(key)) return value;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'object' ? toOpenApi(one, definitions) : one));
  if (!TABLES.has(key)) return toOpenApi(value, definitions);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toOpenApi(one, definitions)]));
}

/** Keywords whose values are data, not schemas. */
const VALUES = new Set(['enum', 'const', 'default', 'examples', 'required', 'type']);
/** Keywords that are tables of schemas. */
const TABLES = new Set(['properties', 'patternProperties', '$defs']);

/** What a value is, in words: its name, what it means, its unit, and what 0 and 1 stand for. */
export function describe(schema: JsonSchema, definitions: Definitions): string {
  const own = words(schema);
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

function words({ title, description }: JsonSchema): string {
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
