import type { Mapping as EmittedMapping, MappedValue } from '#engine/generated/schemas.ts';
import { asObject, type Json } from '../json.ts';
import { parsePathText } from '../path-text.ts';
import { fillDefaults } from './defaults.ts';
import type { JsonSchema } from './field.ts';
import type { SchemaLibrary } from './library.ts';
import {
  innerMapping,
  isLiteral,
  type MappingTarget,
  mappedFields,
  mappingsIn,
  replaceAt,
} from './mapping.ts';
import { itemsOf, shapes, typesOf } from './shape.ts';

/** Props with their defaults and with their mappings as the runtime reads them, and the paths of the mappings. */
export function emitProps(
  props: Json,
  schema: JsonSchema,
  library: SchemaLibrary,
): { props: Json; mapped: string[] } {
  const mappings = [...mappingsIn(props, schema, library)];
  // A mapping has no defaults of its target: what it leaves out is left out.
  const sources = mappings.map(({ pointer, value }) => [pointer, value['from']] as const);
  const filled = fillDefaults(schema, replaceAt(props, new Map(sources)), library);
  const emitted = mappings.map(
    (mapping) => [mapping.pointer, emit(mapping, mapping.value['from'], library)] as const,
  );
  return {
    props: asObject(replaceAt(filled, new Map(emitted))),
    mapped: mappings.map(({ pointer }) => pointer.join('.')),
  };
}

/** @param from the source as a reference; anything else: the item of the mapping around this one */
function emit(
  mapping: MappingTarget & { value: Json },
  from: unknown,
  library: SchemaLibrary,
): EmittedMapping {
  const fields = mappedFields(mapping, library);
  const spare = fields.filter(({ schema, optional }) => optional && !takesNull(schema, library));
  return {
    ...(typeof from === 'string' && { from }),
    fields: Object.fromEntries(
      fields.map(({ name, value, schema }) => [name, emitValue(value, schema, library)]),
    ),
    ...(spare.length > 0 && { spare: spare.map(({ name }) => name) }),
  };
}

function emitValue(value: unknown, schema: JsonSchema, library: SchemaLibrary): MappedValue {
  if (typeof value === 'string') return parsePathText(value).text;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (isLiteral(value)) return { is: value.is };
  if (Array.isArray(value)) {
    const items = itemsOf(schema, library);
    return { list: value.map((item) => emitValue(item, items, library)) };
  }
  const inner = innerMapping(value, schema, library);
  if (inner === undefined) return { is: value };
  const { from } = inner.value;
  return { map: emit(inner, typeof from === 'string' ? parsePathText(from).text : undefined, library) };
}

const takesNull = (schema: JsonSchema, library: SchemaLibrary) =>
  shapes(schema, library).some((shape) => typesOf(shape)?.has('null') ?? true);
