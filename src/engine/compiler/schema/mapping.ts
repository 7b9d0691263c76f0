import { asList, asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import type { Pointer } from '../source/pointer.ts';
import type { JsonSchema } from './field.ts';
import type { SchemaLibrary } from './library.ts';
import { itemsOf, shapes, step, typesOf } from './shape.ts';

/** A prop whose fields may be taken from fields of other names: an object, or a list of objects. */
export interface MappingTarget {
  list: boolean;
  /** It may be null: there is no such thing. */
  nullable: boolean;
  /** The object, or an item of the list: a closed schema with `properties`. */
  item: JsonSchema;
}

/** `items: { from: $data.products.items, name: title }` */
export interface Mapping extends MappingTarget {
  value: Json;
  pointer: Pointer;
}

/** What may be mapped to a value of this schema; undefined where its fields are not known, or are no data. */
export function mappingTarget(schema: JsonSchema, library: SchemaLibrary): MappingTarget | undefined {
  return targetIn(library)(schema);
}

const targetIn = memo((library: SchemaLibrary) =>
  memo((schema: JsonSchema): MappingTarget | undefined => {
    const every = shapes(schema, library);
    const all = every.filter((shape) => !isNull(shape));
    const [only] = all;
    if (only === undefined || all.length > 1) return undefined;
    const nullable = every.length > all.length;
    const list = typesOf(only)?.has('array') === true;
    const items = list ? shapes(asObject(only['items']), library) : [only];
    const [item] = items;
    return item !== undefined && items.length === 1 && isEntity(item) ? { list, nullable, item } : undefined;
  }),
);

const isNull = (shape: JsonSchema) => {
  const types = typesOf(shape);
  return types?.size === 1 && types.has('null');
};

/** A field that is evaluated per item is a setting of the block, and no data. */
const isEntity = (shape: JsonSchema) =>
  shape['additionalProperties'] === false &&
  isObject(shape['properties']) &&
  Object.values(shape['properties']).every((property) => asObject(property)['perItem'] === undefined);

/** Is this value of a prop a mapping? An object with a field `from` of its own is that object. */
export function mappingOf(
  value: unknown,
  schema: JsonSchema,
  library: SchemaLibrary,
): (MappingTarget & { value: Json }) | undefined {
  if (!isObject(value)) return undefined;
  const target = mappingTarget(schema, library);
  if (target === undefined) return undefined;
  const fields = asObject(target.item['properties']);
  const isMeant = target.list
    ? 'from' in value || Object.keys(value).some((key) => Object.hasOwn(fields, key))
    : 'from' in value && !('from' in fields);
  return isMeant ? { ...target, value } : undefined;
}

/** A literal inside a mapping: `{ is: 现货 }`. */
export const isLiteral = (value: unknown): value is { is: unknown } =>
  isObject(value) && 'is' in value && Object.keys(value).length === 1;

/** An object inside a mapping whose fields are taken from the same item, or with `from` from one inside it. */
export function innerMapping(
  value: unknown,
  schema: JsonSchema,
  library: SchemaLibrary,
): (MappingTarget & { value: Json }) | undefined {
  if (!isObject(value) || isLiteral(value)) return undefined;
  const target = mappingTarget(schema, library);
  return target === undefined ? undefined : { ...target, value };
}

/** The fields of a mapping with their schemas: everything but `from`. */
export function mappedFields(
  { value, item }: Pick<Mapping, 'value' | 'item'>,
  library: SchemaLibrary,
): { name: string; value: unknown; schema: JsonSchema; optional: boolean }[] {
  const required = asList(item['required']);
  return Object.entries(value)
    .filter(([name]) => name !== 'from')
    .map(([name, field]) => {
      const next = step(item, name, library);
      const schema = 'found' in next ? next.found : {};
      return { name, value: field, schema, optional: !required.includes(name) };
    });
}

/** The mappings among the props of a block; those inside a mapping are not listed. */
export function* mappingsIn(
  value: unknown,
  schema: JsonSchema,
  library: SchemaLibrary,
  pointer: Pointer = [],
): Generator<Mapping> {
  const mapping = pointer.length === 0 ? undefined : mappingOf(value, schema, library);
  if (mapping !== undefined) yield { ...mapping, pointer };
  else if (Array.isArray(value)) {
    const items = itemsOf(schema, library);
    for (const [index, item] of value.entries()) yield* mappingsIn(item, items, library, [...pointer, index]);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const next = step(schema, key, library);
      if ('found' in next) yield* mappingsIn(item, next.found, library, [...pointer, key]);
    }
  }
}

/** A value with other values at some of its pointers. */
export function replaceAt(value: unknown, at: ReadonlyMap<Pointer, unknown>): unknown {
  let whole = value;
  for (const [pointer, next] of at) whole = withValue(whole, pointer, next);
  return whole;
}

function withValue(value: unknown, [key, ...rest]: Pointer, next: unknown): unknown {
  if (key === undefined) return next;
  if (Array.isArray(value))
    return value.map((item, index) => (index === Number(key) ? withValue(item, rest, next) : item));
  return { ...asObject(value), [key]: withValue(asObject(value)[key], rest, next) };
}
