import type { ErrorObject } from 'ajv';
import { asList, asObject, isObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import { parsePathText } from '../path-text.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import {
  innerMapping,
  isLiteral,
  type Mapping,
  type MappingTarget,
  mappedFields,
} from '../schema/mapping.ts';
import { itemsOf } from '../schema/shape.ts';
import type { Pointer } from '../source/pointer.ts';
import { narrow } from './narrow.ts';
import { isRuntimeValue } from './runtime-value.ts';
import { validatorOf } from './validator.ts';

/** Stands for a value that is only known when the page runs. */
export const AT_RUNTIME = '$item';

/** The schema of `{ from, … }`: the fields of the target, and where they come from. */
const schemaOf = memo((item: JsonSchema): Readonly<Record<'outer' | 'inner' | 'same', JsonSchema>> => {
  const schema = (from: string): JsonSchema => ({
    ...item,
    properties: { ...asObject(item['properties']), from: { type: 'string', description: from } },
  });
  const required = ['from', ...asList(item['required'])];
  const inner = schema('这一项里的哪个列表或对象');
  return {
    outer: { ...schema('数据从哪里来，如 $data.products.items'), required },
    inner: { ...inner, required },
    same: inner,
  };
});

/** ajv's errors about the fields of a mapping and those inside it, with their paths from the root of the props. */
export function mappingErrors(mapping: Mapping, library: SchemaLibrary): ErrorObject[] {
  return errorsIn(mapping, mapping.pointer, schemaOf(mapping.item).outer, library);
}

function errorsIn(
  { value, item }: MappingTarget & { value: Json },
  pointer: Pointer,
  schema: JsonSchema,
  library: SchemaLibrary,
): ErrorObject[] {
  const validator = validatorOf(library);
  const fields = mappedFields({ value, item }, library);
  const shadow: Json = {
    ...('from' in value && { from: value['from'] }),
    ...Object.fromEntries(fields.map((field) => [field.name, shadowOf(field.value, field.schema, library)])),
  };
  const own = narrow(validator.errors(schema, shadow), validator, library)
    .filter((error) => !isRuntimeValue(error, shadow))
    .map((error) => written(error, value, pointer));
  const inner = fields.flatMap((field) =>
    errorsOfValue(field.value, field.schema, [...pointer, field.name], library),
  );
  return [...own, ...inner];
}

/** The value of a field as its schema sees it: what is read when the page runs is any value. */
function shadowOf(value: unknown, schema: JsonSchema, library: SchemaLibrary): unknown {
  if (typeof value === 'string') {
    const { text, faults } = parsePathText(value);
    return faults.length > 0 ? AT_RUNTIME : text;
  }
  if (isLiteral(value)) return value.is;
  return Array.isArray(value) || innerMapping(value, schema, library) !== undefined ? AT_RUNTIME : value;
}

/** The errors inside the value of a field: of a mapping, or of a list of values. */
function errorsOfValue(
  value: unknown,
  schema: JsonSchema,
  pointer: Pointer,
  library: SchemaLibrary,
): ErrorObject[] {
  if (Array.isArray(value)) {
    const items = itemsOf(schema, library);
    return value.flatMap((item, index) => errorsOfItem(item, items, [...pointer, index], library));
  }
  const mapping = innerMapping(value, schema, library);
  if (mapping === undefined) return [];
  const { inner, same } = schemaOf(mapping.item);
  return errorsIn(mapping, pointer, mapping.list || 'from' in mapping.value ? inner : same, library);
}

function errorsOfItem(
  value: unknown,
  schema: JsonSchema,
  pointer: Pointer,
  library: SchemaLibrary,
): ErrorObject[] {
  const validator = validatorOf(library);
  const shadow = shadowOf(value, schema, library);
  const own = narrow(validator.errors(schema, shadow), validator, library)
    .filter((error) => !isRuntimeValue(error, shadow))
    .map((error) => ({
      ...error,
      instancePath: toPath(isLiteral(value) ? [...pointer, 'is'] : pointer) + error.instancePath,
    }));
  return [...own, ...errorsOfValue(value, schema, pointer, library)];
}

/** The error at its place in the file: a literal stands below its `is`, and a text is shown as it is written. */
function written(error: ErrorObject, value: Json, pointer: Pointer): ErrorObject {
  const [, name, ...rest] = error.instancePath.split('/');
  if (name === undefined) return { ...error, instancePath: toPath(pointer) };
  const field = value[name];
  const path = [name, ...(isLiteral(field) ? ['is'] : []), ...rest].join('/');
  return {
    ...error,
    instancePath: `${toPath(pointer)}/${path}`,
    ...(typeof field === 'string' && !isObject(error.data) && { data: field }),
  };
}

const toPath = (pointer: Pointer): string =>
  pointer.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
