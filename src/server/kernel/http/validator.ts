import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isEmail, isMobile, isPhone } from '#engine/runtime/validation/contact.ts';
import { textReader } from './coerce.ts';
import type { JsonSchema } from './contracts.ts';
import { describeErrors, type FieldErrors } from './field-errors.ts';

/**
 * What became of an input: the value as the handler sees it, or what is wrong with each field. `mistyped`: some value is
 * not even of the kind that is asked for, such as a word for a number.
 */
export type Checked = { value: unknown } | { errors: FieldErrors; mistyped: boolean };
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

type Mode = 'input' | 'answer';

/** Decimals by which a multiple may be off: as binary fractions, 0.07 is no multiple of 0.01. */
const multipleOfPrecision = 4;

const MODES = {
  input: { useDefaults: true, multipleOfPrecision },
  answer: {},
} as const;

/**
 * How people are reached, in the one form of spec §5. An empty text is none; where one is needed the schema says so.
 * Answers show them masked.
 */
const CONTACTS = { mobile: isMobile, phone: isPhone, email: isEmail };

/** @param definitions entity schemas, each with `$id` `entity:<name>` */
export function createValidators(definitions: Record<string, JsonSchema>): Validators {
  const ajvOf = (mode: Mode) => {
    const ajv = new Ajv2020.default({ allErrors: true, verbose: true, strict: false, ...MODES[mode] });
    addFormats.default(ajv);
    // Where the compiler looks after what a text leads to; to the server it is a text.
    ajv.addFormat('link', true);
    for (const [format, fits] of Object.entries(CONTACTS)) {
      ajv.addFormat(format, mode === 'answer' || ((text: string) => text === '' || fits(text)));
    }
    for (const definition of Object.values(definitions)) ajv.addSchema(bounded(mode, definition));
    return ajv;
  };
  const engines = { input: ajvOf('input'), answer: ajvOf('answer') };
  /* With the first value: a shop has hundreds of schemas, and to compile all of them takes seconds of its start. */
  const compiled = (mode: Mode, schema: JsonSchema): (() => ValidateFunction) => {
    let validate: ValidateFunction | undefined;
    return () => (validate ??= engines[mode].compile(bounded(mode, schema)));
  };
  const check = (validate: ValidateFunction, value: unknown): Checked => {
    if (validate(value)) return { value };
    const errors = validate.errors ?? [];
    return { errors: describeErrors(errors), mistyped: errors.some(({ keyword }) => keyword === 'type') };
  };

  return {
    ofText(schema) {
      const validate = compiled('input', schema);
      const read = textReader(schema, definitions);
      return (input) => check(validate(), read(asTable(input)));
    },
    ofJson(schema) {
      const validate = compiled('input', schema);
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

function technical(errors: readonly ErrorObject[]): string {
  return errors
    .slice(0, 5)
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
    )
    .join('; ');
}
