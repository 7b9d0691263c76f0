import { asList, asObject, isObject } from '../json.ts';
import { memo } from '../memo.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { isOpen, shapes, typesOf } from '../schema/shape.ts';

/** Whether values of one schema may be used where another schema is expected. */
export type Fit = 'fits' | 'nullable' | 'misfit';

/** Deep enough for an order with its lines and their products. */
const DEPTH = 6;

/**
 * Is every value of `actual` allowed by `expected`? Only a certain contradiction is a misfit: unknown parts fit, and
 * more fields than expected are fine. 'nullable': it fits except when it is null.
 */
export function fits(actual: unknown, expected: unknown, library: SchemaLibrary): Fit {
  return isObject(actual) && isObject(expected)
    ? fitIn(library)(actual)(expected)
    : compare(actual, expected, library, 0);
}

/** Memoized: the blocks of thousands of pages take the same few values. */
const fitIn = memo((library: SchemaLibrary) =>
  memo((actual: JsonSchema) => memo((expected: JsonSchema) => compare(actual, expected, library, 0))),
);

function compare(actual: unknown, expected: unknown, library: SchemaLibrary, depth: number): Fit {
  if (depth > DEPTH || sameRef(actual, expected)) return 'fits';
  const wanted = shapes(expected, library);
  if (wanted.some(isAnything)) return 'fits';
  const wantsNull = wanted.some((shape) => typesOf(shape)?.has('null'));
  let nullable = false;
  for (const shape of shapes(actual, library)) {
    const types = typesOf(shape);
    if (types === undefined) continue;
    for (const type of types) {
      if (type === 'null') nullable ||= !wantsNull;
      else if (!wanted.some((want) => shapeFits(shape, type, want, library, depth))) return 'misfit';
    }
  }
  return nullable ? 'nullable' : 'fits';
}

function sameRef(a: unknown, b: unknown): boolean {
  const ref = asObject(a)['$ref'];
  return ref !== undefined && ref === asObject(b)['$ref'];
}

const isAnything = (shape: JsonSchema) => typesOf(shape) === undefined;

function shapeFits(
  shape: JsonSchema,
  type: string,
  want: JsonSchema,
  library: SchemaLibrary,
  depth: number,
): boolean {
  const types = typesOf(want);
  if (types === undefined) return true;
  if (!types.has(type) && !(type === 'integer' && types.has('number'))) return false;
  if (type === 'array')
    return compare(asObject(shape['items']), asObject(want['items']), library, depth + 1) !== 'misfit';
  if (type === 'object') return objectFits(shape, want, library, depth);
  return enumFits(shape, want);
}

function objectFits(shape: JsonSchema, want: JsonSchema, library: SchemaLibrary, depth: number): boolean {
  if (isOpen(shape) || isOpen(want)) return true;
  const offered = asObject(shape['properties']);
  const wanted = asObject(want['properties']);
  const missing = asList(want['required']).some(
    (name) => typeof name === 'string' && !Object.hasOwn(offered, name),
  );
  if (missing) return false;
  return Object.entries(wanted).every(
    ([name, property]) =>
      !Object.hasOwn(offered, name) || compare(offered[name], property, library, depth + 1) !== 'misfit',
  );
}

/** The values of an enum must all be in the expected enum; without an enum on either side they fit. */
function enumFits(shape: JsonSchema, want: JsonSchema): boolean {
  const offered = asList(shape['enum']);
  const allowed = asList(want['enum']);
  return (
    offered.length === 0 ||
    allowed.length === 0 ||
    offered.every((value) => value === null || allowed.includes(value))
  );
}

/** Can the value be shown inside a text? Objects and lists of objects cannot. */
export function isTextual(actual: unknown, library: SchemaLibrary): boolean {
  return shapes(actual, library).every((shape) => {
    const types = typesOf(shape);
    if (types?.has('object')) return false;
    return !types?.has('array') || isTextual(asObject(shape['items']), library);
  });
}
