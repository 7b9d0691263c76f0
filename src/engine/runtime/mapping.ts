import type { MappedValue, Mapping } from '#engine/generated/schemas.ts';
import { reads, resolve } from './reference.ts';
import type { Scope } from './scope.ts';

type Fields = Record<string, unknown>;

/** Mapped object -> the item that it was made of. */
const sources = new WeakMap<object, unknown>();

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The item of an answer that an item of a block was made of: the same one where nothing was mapped. */
export function sourceOf(item: unknown): unknown {
  return isObject(item) && sources.has(item) ? sources.get(item) : item;
}

/** Was it made of an item with other field names? */
export const isMapped = (item: unknown): item is object => isObject(item) && sources.has(item);

/** Records what an object was made of. */
export function withSource<T extends object>(item: T, source: unknown): T {
  sources.set(item, source);
  return item;
}

/** What an event carries, with the source of a mapped item in it as `item`. */
export function withItem(payload: unknown): unknown {
  if (!isObject(payload) || Object.hasOwn(payload, 'item')) return payload;
  const mapped = Object.values(payload).find(isMapped);
  return mapped === undefined ? payload : { ...payload, item: sourceOf(mapped) };
}

/** The object or the list that a mapping makes. The same item of an answer gives the same object as before. */
export function applyMapping(mapping: Mapping, scope: Scope): unknown {
  const source = resolve(mapping.from, scope);
  return Array.isArray(source)
    ? source.map((item) => mapped(mapping, item, scope))
    : mapped(mapping, source, scope);
}

interface Made {
  /** The values of the roots that the fields read besides the item. */
  inputs: readonly unknown[];
  object: object;
}

interface Memory {
  roots: readonly (keyof Scope)[];
  made: WeakMap<object, Made>;
}

const memories = new WeakMap<Mapping, Memory>();

const ROOTS = ['route', 'query', 'data', 'user', 'site', 'form', 'event', 'now'] as const;

function memoryOf(mapping: Mapping): Memory {
  const known = memories.get(mapping);
  if (known) return known;
  const memory = { roots: ROOTS.filter((root) => reads(mapping.fields, root)), made: new WeakMap() };
  memories.set(mapping, memory);
  return memory;
}

function mapped(mapping: Mapping, source: unknown, scope: Scope): unknown {
  if (source === undefined || source === null) return source;
  if (!isObject(source)) return withSource(fieldsOf(mapping, { ...scope, item: source }), source);
  const { roots, made } = memoryOf(mapping);
  const inputs = roots.map((root) => scope[root]);
  const before = made.get(source);
  if (before && inputs.every((input, index) => Object.is(input, before.inputs[index]))) return before.object;
  const object = withSource(fieldsOf(mapping, { ...scope, item: source }), source);
  made.set(source, { inputs, object });
  return object;
}

/** A field without a value is null, or where its type has no null, left out. */
function fieldsOf({ fields, spare = [] }: Mapping, scope: Scope): Fields {
  const entries = Object.entries(fields).flatMap(([name, field]) => {
    const value = valueOf(field, scope) ?? null;
    return value === null && spare.includes(name) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function valueOf(field: MappedValue, scope: Scope): unknown {
  if (typeof field !== 'object' || field === null) return resolve(field, scope);
  if ('is' in field) return resolve(field.is, scope);
  if ('list' in field) return field.list.map((item) => valueOf(item, scope));
  return innerOf(field.map, scope);
}

/** The object or list of a mapping inside another. */
function innerOf(mapping: Mapping, scope: Scope): unknown {
  const source = mapping.from === undefined ? scope.item : resolve(mapping.from, scope);
  const one = (item: unknown) =>
    item === undefined || item === null ? null : fieldsOf(mapping, { ...scope, item });
  return Array.isArray(source) ? source.map(one) : one(source);
}
