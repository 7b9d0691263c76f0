import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from './contracts.ts';
import { describeErrors, type FieldErrors } from './messages.ts';

/** What became of an input: the value as the handler sees it, or what is wrong with each field. */
export type Checked = { value: unknown } | { errors: FieldErrors };
export type Check = (input: unknown) => Checked;

/** Builds checks from the contracts' schemas. */
export interface Validators {
  /** For text that came as a form, a query or a path: numbers and lists are recognised by the schema. */
  ofText(schema: JsonSchema): Check;
  /** For JSON, where a string is not a number. */
  ofJson(schema: JsonSchema): Check;
  /** For answers: nothing is filled in or changed. Answers what is wrong, or null. */
  ofAnswer(schema: JsonSchema): (data: unknown) => string | null;
}

type Mode = 'text' | 'json' | 'answer';

/** Decimals by which a multiple may be off: as binary fractions, 0.07 is no multiple of 0.01. */
const multipleOfPrecision = 4;

const MODES = {
  text: { coerceTypes: 'array', useDefaults: true, multipleOfPrecision },
  json: { useDefaults: true, multipleOfPrecision },
  answer: {},
} as const;

/** @param definitions entity schemas, each with `$id` `entity:<name>` */
export function createValidators(definitions: Record<string, JsonSchema>): Validators {
  const ajvOf = (mode: Mode) => {
    const ajv = new Ajv2020.default({ allErrors: true, verbose: true, strict: false, ...MODES[mode] });
    addFormats.default(ajv);
    // Where the compiler looks after what a text leads to; to the server it is a text.
    ajv.addFormat('link', true);
    for (const definition of Object.values(definitions)) ajv.addSchema(bounded(mode, definition));
    return ajv;
  };
  const engines = { text: ajvOf('text'), json: ajvOf('json'), answer: ajvOf('answer') };
  /* With the first value: a shop has hundreds of schemas, and to compile all of them takes seconds of its start. */
  const compiled = (mode: Mode, schema: JsonSchema): (() => ValidateFunction) => {
    let validate: ValidateFunction | undefined;
    return () => (validate ??= engines[mode].compile(bounded(mode, schema)));
  };
  const check = (validate: ValidateFunction, value: unknown): Checked =>
    validate(value) ? { value } : { errors: describeErrors(validate.errors ?? []) };

  return {
    ofText(schema) {
      const validate = compiled('text', schema);
      const optional = optionalFields(schema);
      const booleans = booleanFields(schema);
      return (input) => check(validate(), readFlags(withoutEmpty(asTable(input), optional), booleans));
    },
    ofJson(schema) {
      const validate = compiled('json', schema);
      return (input) => check(validate(), input ?? {});
    },
    ofAnswer(schema) {
      const validate = compiled('answer', schema);
      return (data) => {
        const validateAnswer = validate();
        return validateAnswer(data) ? null : technical(validateAnswer.errors ?? []);
      };
    },
  };
}

/** What the database's integers hold. */
const INTEGER = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** An input's integers are what the database can look for, whether or not their schema says so. */
function bounded(mode: Mode, schema: JsonSchema): JsonSchema {
  if (mode === 'answer') return schema;
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  return {
    ...(schema['type'] === 'integer' && INTEGER),
    ...schema,
    ...(items && { items: bounded(mode, items) }),
    ...(properties && { properties: boundedFields(mode, properties) }),
  };
}

function boundedFields(mode: Mode, fields: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, bounded(mode, field)]));
}

function asTable(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}

function optionalFields(schema: JsonSchema): ReadonlySet<string> {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return new Set(
    Object.keys((schema['properties'] as object | undefined) ?? {}).filter((name) => !required.has(name)),
  );
}

/** A form sends an empty field as `name=`: for a field that may be left out, that is leaving it out. */
function withoutEmpty(
  table: Record<string, unknown>,
  optional: ReadonlySet<string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).filter(([name, value]) => value !== '' || !optional.has(name)),
  );
}

function booleanFields(schema: JsonSchema): readonly string[] {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  return Object.keys(properties).filter((name) => properties[name]?.['type'] === 'boolean');
}

/** The client sends a boolean as 1 or 0; ajv reads only `true` and `false` out of a text. */
function readFlags(table: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  for (const name of names) {
    if (table[name] === '1') table[name] = true;
    if (table[name] === '0') table[name] = false;
  }
  return table;
}

function technical(errors: readonly ErrorObject[]): string {
  return errors
    .slice(0, 5)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
    )
    .join('; ');
}
