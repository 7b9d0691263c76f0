import { stringify } from 'qs';
import type { CallContract } from '#generated/schemas.ts';
import type { JsonSchema } from '#server/kernel/http/contracts.ts';

/** Ids that lead to something in the demo shop. */
const IDS = [1, 2, 3, 5, 8, 13, 21];

/** What is searched for: a name, its initials, a maker. */
const SEARCHED = ['阿莫西林', 'amxl', '演示'];

const fieldsOf = (schema: JsonSchema) =>
  Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);

function valuesOf(field: JsonSchema, names: Iterable<string>): unknown[] {
  if (Array.isArray(field['enum'])) return field['enum'];
  if (field['type'] === 'integer') return IDS;
  if (field['type'] === 'number') return [1, 950_000];
  const pattern = new RegExp(typeof field['pattern'] === 'string' ? field['pattern'] : '', 'u');
  return [...names].filter((name) => pattern.test(name)).slice(0, 40);
}

/**
 * Addresses of a call: for each value of its path, and with each of its inputs in turn.
 * @param names keys and names of things that the call may be asked about
 */
export function* addressesOf({ path, params, query }: CallContract, names: Set<string>): Generator<string> {
  const needed = query['required'] as readonly string[];
  const inputs = fieldsOf(query).map(
    ([name, field]) => [name, valuesOf(field, [...SEARCHED, ...names].slice(0, 6))] as const,
  );
  const least = Object.fromEntries(
    inputs.flatMap(([name, [first]]) => (needed.includes(name) ? [[name, first]] : [])),
  );
  const paths = fieldsOf(params).reduce(
    (all, [name, field]) =>
      valuesOf(field, names).flatMap((value) =>
        all.map((one) => one.replace(`{${name}}`, encodeURIComponent(String(value)))),
      ),
    [path],
  );
  for (const one of paths) yield `${one}?${stringify(least)}`;
  const [first] = paths;
  if (first === undefined) return;
  for (const [name, values] of inputs) {
    for (const value of values) yield `${first}?${stringify({ ...least, [name]: value })}`;
  }
}

/** Keys and names of things in an answer, which other calls take. */
export function* namesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (/^(?:key|page|name)$/.test(key) && typeof inner === 'string') yield inner;
    yield* namesIn(inner);
  }
}
