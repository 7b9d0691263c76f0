import { asList, asObject, isObject, own } from '../json.ts';
import { memo } from '../memo.ts';
import { EACH } from '../reference.ts';
import type { JsonSchema } from './field.ts';
import { deref, type SchemaLibrary } from './library.ts';

/** The alternatives of a schema, with `$ref` resolved and `allOf` merged. */
export function shapes(schema: unknown, library: SchemaLibrary): readonly JsonSchema[] {
  return isObject(schema) ? shapesIn(library)(schema) : [{}];
}

const shapesIn = memo((library: SchemaLibrary) => memo((schema: JsonSchema) => expand(schema, library, 0)));

function expand(schema: unknown, library: SchemaLibrary, depth: number): JsonSchema[] {
  const own = joinAllOf(deref(schema, library), library);
  const branches = [...asList(own['oneOf']), ...asList(own['anyOf'])];
  if (branches.length === 0 || depth > 4) return [own];
  const { oneOf: _, anyOf: __, ...base } = own;
  return branches.flatMap((branch) => expand(branch, library, depth + 1)).map((branch) => join(base, branch));
}

function joinAllOf(schema: JsonSchema, library: SchemaLibrary): JsonSchema {
  if (!Array.isArray(schema['allOf'])) return schema;
  const { allOf: _, ...own } = schema;
  return schema['allOf'].reduce<JsonSchema>(
    (joined, part) => join(joinAllOf(deref(part, library), library), joined),
    own,
  );
}

function join(base: JsonSchema, over: JsonSchema): JsonSchema {
  const joined = { ...base, ...over };
  if (isObject(base['properties']) && isObject(over['properties'])) {
    joined['properties'] = { ...base['properties'], ...over['properties'] };
  }
  if (Array.isArray(base['required']) && Array.isArray(over['required'])) {
    joined['required'] = [...base['required'], ...over['required']];
  }
  return joined;
}

/** The JSON types that a shape allows; undefined for any. `integer` is a type besides `number`. */
export function typesOf(shape: JsonSchema): ReadonlySet<string> | undefined {
  const { type } = shape;
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type.filter((name) => typeof name === 'string'));
  if (Array.isArray(shape['enum'])) return new Set(shape['enum'].map(typeOfValue));
  if ('const' in shape) return new Set([typeOfValue(shape['const'])]);
  if (isObject(shape['properties'])) return new Set(['object']);
  return isObject(shape['items']) ? new Set(['array']) : undefined;
}

export function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Does a schema allow everything, so that nothing is known about its fields? */
export function isOpen(shape: JsonSchema): boolean {
  const types = typesOf(shape);
  if (types === undefined) return true;
  if (types.has('object')) return !isObject(shape['properties']) && !isObject(shape['additionalProperties']);
  return false;
}

/** The result of one step: the schema of the property, or the names of those that exist. */
export type Step = { found: JsonSchema } | { names: string[] };

/** The schema of `value[key]` for a value of `schema`; the empty schema where nothing is known. */
export function step(schema: unknown, key: string, library: SchemaLibrary): Step {
  if (!isObject(schema)) return take(schema, key, library);
  const known = stepsIn(library)(schema);
  const before = known.get(key);
  if (before !== undefined) return before;
  const taken = take(schema, key, library);
  known.set(key, taken);
  return taken;
}

const stepsIn = memo<SchemaLibrary, (schema: JsonSchema) => Map<string, Step>>(() => memo(() => new Map()));

function take(schema: unknown, key: string, library: SchemaLibrary): Step {
  const found: JsonSchema[] = [];
  const names = new Set<string>();
  for (const shape of shapes(schema, library)) {
    const properties = asObject(shape['properties']);
    const types = typesOf(shape);
    const property = own(properties, key);
    if (isObject(property)) found.push(property);
    else if (types?.has('array') && (key === EACH || /^\d+$/.test(key))) found.push(asObject(shape['items']));
    else if (types?.has('array') && key === 'length') found.push({ type: 'integer' });
    else if (isObject(shape['additionalProperties'])) found.push(shape['additionalProperties']);
    else if (isOpen(shape)) found.push({});
    for (const name of Object.keys(properties)) names.add(name);
    if (types?.has('array')) names.add('0').add('length');
  }
  const [first] = found;
  if (first === undefined) return { names: [...names] };
  return { found: found.length === 1 ? first : { anyOf: found } };
}

/** The schema of the items of a list; the empty schema when it is not known. */
export function itemsOf(schema: unknown, library: SchemaLibrary): JsonSchema {
  const lists = shapes(schema, library).flatMap((shape) =>
    isObject(shape['items']) ? [shape['items']] : [],
  );
  return lists.length > 1 ? { anyOf: lists } : (lists[0] ?? {});
}
