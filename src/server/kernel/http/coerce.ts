import type { JsonSchema } from './contracts.ts';

/** Turns the texts of a form, a query or a path into the values that their schema names. */
export type ReadText = (value: unknown) => unknown;

/** Digits, one sign, one point, as JSON has them: `0x10`, `1e3`, ` 1` and `+1` are no numbers. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The client sends a flag as 1 or 0. */
const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);

const same: ReadText = (value) => value;

const readNumber: ReadText = (value) =>
  typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;

const readFlag: ReadText = (value) => FLAGS.get(value) ?? value;

/**
 * What reads the texts of one schema. A text that is no such value is left as it is, for the schema to refuse, and so is
 * a list where one value is asked for. One text where a list is asked for is a list of one.
 * @param definitions entity schemas by name, for `$ref`s to `entity:<name>`
 */
export function textReader(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): ReadText {
  const { $ref, type } = schema;
  if (typeof $ref === 'string') {
    const entity = definitions[$ref.replace('entity:', '')];
    let read: ReadText | undefined;
    // With the first value: an entity may hold others of its own kind.
    return entity ? (value) => (read ??= textReader(entity, definitions))(value) : same;
  }
  if (type === 'integer' || type === 'number') return readNumber;
  if (type === 'boolean') return readFlag;
  if (type === 'array') return listReader((schema['items'] ?? {}) as JsonSchema, definitions);
  if (type === 'object') return tableReader(schema, definitions);
  return same;
}

function listReader(items: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): ReadText {
  const read = textReader(items, definitions);
  return (value) => {
    if (Array.isArray(value)) return value.map(read);
    return typeof value === 'string' ? [read(value)] : value;
  };
}

function tableReader(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): ReadText {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const readers = new Map(
    Object.entries(properties).map(([name, property]) => [name, textReader(property, definitions)]),
  );
  const required = new Set(schema['required'] as string[] | undefined);
  // A form sends an empty field as `name=`: for one that may be left out, that is leaving it out.
  const isLeftOut = (name: string, text: unknown) => text === '' && readers.has(name) && !required.has(name);
  return (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([name, text]) =>
            isLeftOut(name, text) ? [] : [[name, (readers.get(name) ?? same)(text)]],
          ),
        )
      : value;
}
