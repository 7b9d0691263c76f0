import { asList, asObject, isObject, objectEntries } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { deref, type SchemaLibrary } from '#engine/compiler/schema/library.ts';

/** Entities as the examples of block types show them; what no example shows is made up from its schema. */
export function gatherSamples(library: SchemaLibrary): ReadonlyMap<string, readonly unknown[]> {
  const samples = new Map<string, unknown[]>();
  const visit = (schema: unknown, value: unknown): void => {
    const node = asObject(schema);
    const ref = node['$ref'];
    if (typeof ref === 'string') {
      if (ref.startsWith('entity:') && isObject(value))
        samples.set(ref, [...(samples.get(ref) ?? []), value]);
      visit(library.resolve(ref), value);
    } else if (Array.isArray(value)) for (const item of value) visit(node['items'], item);
    else if (isObject(value)) {
      const properties = asObject(node['properties']);
      for (const [key, item] of Object.entries(value)) visit(properties[key], item);
    }
  };
  for (const schema of library.blocks.values())
    for (const example of asList(schema['examples'])) visit({ ...schema, examples: [] }, example);
  return samples;
}

/** How many items a list has that is made up. */
const ITEMS = 4;

export interface Sampling {
  library: SchemaLibrary;
  samples: ReadonlyMap<string, readonly unknown[]>;
  /** Seconds. */
  now: number;
  /** Is what a schema describes kept from the reader, as the server keeps prices and the like? */
  hides: (schema: JsonSchema) => boolean;
  /** Position in the list that is made up; each item is another sample. */
  turn?: number;
}

/** A value that a schema allows, of the kind that its name and description promise. */
export function sample(raw: unknown, how: Sampling, name = '', depth = 0): unknown {
  const node = asObject(raw);
  const ref = node['$ref'];
  if (typeof ref === 'string') return gated(node, known(ref, how, depth), how);
  const schema = deref(node, how.library);
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const branch = [...asList(schema['oneOf']), ...asList(schema['anyOf'])][0];
  if (branch !== undefined) return sample(branch, how, name, depth);
  const types = new Set([schema['type'], ...asList(schema['type'])]);
  if (types.has('array')) {
    return depth > 4
      ? []
      : Array.from({ length: ITEMS }, (_, turn) => itemAt(turn, schema, how, name, depth));
  }
  if (types.has('object') || isObject(schema['properties'])) {
    if (depth > 5) return {};
    return Object.fromEntries(
      objectEntries(schema['properties']).map(([key, property]) => [
        key,
        how.hides(property) ? null : sample(property, how, key, depth + 1),
      ]),
    );
  }
  if (types.has('integer') || types.has('number')) return figure(name, schema, how.now);
  if (types.has('boolean')) return false;
  if (types.has('string')) return typeof schema['description'] === 'string' ? schema['description'] : name;
  return null;
}

/** Gives the items of a list different values in the fields that identify them. */
function itemAt(turn: number, list: JsonSchema, how: Sampling, name: string, depth: number): unknown {
  const value = sample(list['items'], { ...how, turn }, name, depth + 1);
  return isObject(value) && typeof value['id'] === 'number' ? { ...value, id: turn + 1 } : value;
}

function known(ref: string, how: Sampling, depth: number): unknown {
  const samples = how.samples.get(ref) ?? [];
  return samples[(how.turn ?? 0) % samples.length] ?? sample(how.library.resolve(ref), how, ref, depth + 1);
}

function gated(node: JsonSchema, value: unknown, { library, hides }: Sampling): unknown {
  if (!isObject(value)) return value;
  const properties = asObject(deref(node, library)['properties']);
  const hidden = Object.keys(value).filter((key) => hides(asObject(properties[key])));
  return {
    ...value,
    ...Object.fromEntries(hidden.map((key) => [key, null])),
    ...('price_notice' in value && { price_notice: '登录后可见' }),
  };
}

function figure(name: string, schema: JsonSchema, now: number): number {
  if (name === 'timestamp') return now;
  if (/(?:_at|time)$/.test(name)) return now + 86_400;
  const least = schema['minimum'];
  return typeof least === 'number' ? least : 1;
}
