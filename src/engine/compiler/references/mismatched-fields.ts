import { asList, asObject } from '../json.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { isOpen, shapes, typesOf } from '../schema/shape.ts';
import { fits } from './assignable.ts';

/** A field because of which one object may not be used where another is expected. */
export interface FieldMismatch {
  /** `list.0.price` is `list.price`. */
  path: string;
  /** undefined where there is no such field. */
  actual: JsonSchema | undefined;
  expected: JsonSchema;
}

/** Deep enough for a page of orders with their lines. */
const DEPTH = 4;

/** The fields that are missing or of another type; empty where the types differ in something other than fields. */
export function mismatchedFields(
  actual: unknown,
  expected: unknown,
  library: SchemaLibrary,
  depth = 0,
): FieldMismatch[] {
  const [offered, wanted] = [actual, expected].map((schema) => shapes(schema, library).filter(isNotNull));
  const [have, want] = [offered?.[0], wanted?.[0]];
  if (have === undefined || want === undefined || offered?.length !== 1 || wanted?.length !== 1) return [];
  if (depth > DEPTH || isOpen(have) || isOpen(want)) return [];
  if (typesOf(have)?.has('array') && typesOf(want)?.has('array'))
    return mismatchedFields(have['items'], want['items'], library, depth + 1);
  if (!typesOf(have)?.has('object') || !typesOf(want)?.has('object')) return [];
  const fields = asObject(have['properties']);
  const missing = asList(want['required']).filter(
    (name) => typeof name === 'string' && !Object.hasOwn(fields, name),
  );
  const properties = asObject(want['properties']);
  return [
    ...missing.map((name) => ({
      path: String(name),
      actual: undefined,
      expected: asObject(properties[String(name)]),
    })),
    ...Object.entries(properties).flatMap(([name, property]) => {
      if (!Object.hasOwn(fields, name) || fits(fields[name], property, library) !== 'misfit') return [];
      const inner = mismatchedFields(fields[name], property, library, depth + 1);
      return inner.length > 0
        ? inner.map((field) => ({ ...field, path: `${name}.${field.path}` }))
        : [{ path: name, actual: asObject(fields[name]), expected: asObject(property) }];
    }),
  ];
}

const isNotNull = (shape: JsonSchema) => {
  const types = typesOf(shape);
  return types?.size !== 1 || !types.has('null');
};
