import type { JsonSchema } from './contracts.ts';

/** Converts the strings of a form, a query or a path to the types of their schema. */
export type Coerce = (value: unknown) => unknown;

/** A decimal number; `0x10`, `1e3`, ` 1` and `+1` are none. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The client sends a boolean as 1 or 0. */
const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);

const unchanged: Coerce = (value) => value;

const coerceNumber: Coerce = (value) =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;

const coerceBoolean: Coerce = (value) => BOOLEANS.get(value) ?? value;

/**
 * Creates the coercion for one schema. A string that cannot be converted stays as it is, to be refused by the schema, and
 * so does a list where one value is expected. A single string where a list is expected becomes a list of one.
 * @param definitions entity schemas by name, for `$ref`s to `entity:<name>`
 */
export function coercerFor(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): Coerce {
  const { $ref, type } = schema;
  if (typeof $ref === 'string') {
    const entity = definitions[$ref.replace('entity:', '')];
    let coerce: Coerce | undefined;
    // Created with the first value: an entity may be recursive.
    return entity ? (value) => (coerce ??= coercerFor(entity, definitions))(value) : unchanged;
  }
  if (type === 'integer' || type === 'number') return coerceNumber;
  if (type === 'boolean') return coerceBoolean;
  if (type === 'array') return listCoercer((schema['items'] ?? {}) as JsonSchema, definitions);
  if (type === 'object') return objectCoercer(schema, definitions);
  return unchanged;
}

function listCoercer(items: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): Coerce {
  const coerce = coercerFor(items, definitions);
  return (value) => {
    if (Array.isArray(value)) return value.map(coerce);
    return typeof value === 'string' ? [coerce(value)] : value;
  };
}

function objectCoercer(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): Coerce {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const coercers = new Map(
    Object.entries(properties).map(([name, property]) => [name, coercerFor(property, definitions)]),
  );
  const required = new Set(schema['required'] as string[] | undefined);
  // A form sends an empty field as `name=`: an optional one counts as absent.
  const isAbsent = (name: string, text: unknown) => text === '' && coercers.has(name) && !required.has(name);
  return (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, text]) =>
            isAbsent(name, text) ? [] : [[name, (coercers.get(name) ?? unchanged)(text)]],
          ),
        )
      : value;
}
