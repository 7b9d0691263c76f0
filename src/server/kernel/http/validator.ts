import Ajv2020, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isEmail, isMobile, isPhone } from '#engine/runtime/validation/contact.ts';
import { coercerFor } from './coerce.ts';
import type { JsonSchema } from './contracts.ts';
import { describeErrors, type FieldErrors } from './field-errors.ts';

/**
 * Result of a validation: the value for the handler, or messages for each field. `mistyped`: some value does not even have
 * the type of its schema, such as a word for a number.
 */
export type ValidationResult = { value: unknown } | { errors: FieldErrors; mistyped: boolean };
export type Validate = (input: unknown) => ValidationResult;

/** Creates validators from the contracts' schemas. */
export interface Validators {
  /** For forms, queries and paths: strings are coerced to the types of the schema. */
  ofText(schema: JsonSchema): Validate;
  /** For JSON, where a string is not a number. */
  ofJson(schema: JsonSchema): Validate;
  /** For answers: without defaults or coercion. Returns the problem, or null. */
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
 * Formats of contact data (spec §5). An empty string is accepted as absent; where one is required the schema says so. Not
 * checked in answers, which show them masked.
 */
const CONTACTS = { mobile: isMobile, phone: isPhone, email: isEmail };

/** @param definitions entity schemas, each with `$id` `entity:<name>` */
export function createValidators(definitions: Record<string, JsonSchema>): Validators {
  const ajvOf = (mode: Mode) => {
    const ajv = new Ajv2020.default({
      allErrors: true,
      verbose: true,
      strict: false,
      // A test validates the schemas against the draft; here it would take half a second of every start.
      validateSchema: false,
      ...MODES[mode],
    });
    addFormats.default(ajv);
    // The compiler checks the targets of links; for the server they are strings.
    ajv.addFormat('link', true);
    for (const [format, fits] of Object.entries(CONTACTS)) {
      ajv.addFormat(format, mode === 'answer' || ((text: string) => text === '' || fits(text)));
    }
    for (const definition of Object.values(definitions)) ajv.addSchema(bounded(mode, definition));
    return ajv;
  };
  const engines = { input: ajvOf('input'), answer: ajvOf('answer') };
  /* Compiled on first use: a shop has hundreds of schemas, and compiling all of them would take seconds at the start. */
  const compiled = (mode: Mode, schema: JsonSchema): (() => ValidateFunction) => {
    let validate: ValidateFunction | undefined;
    return () => (validate ??= engines[mode].compile(bounded(mode, schema)));
  };
  const check = (validate: ValidateFunction, value: unknown): ValidationResult => {
    if (validate(value)) return { value };
    const errors = validate.errors ?? [];
    return { errors: describeErrors(errors), mistyped: errors.some(({ keyword }) => keyword === 'type') };
  };

  return {
    ofText(schema) {
      const validate = compiled('input', schema);
      const read = coercerFor(schema, definitions);
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

/** Range of the database's integers. */
const INTEGER = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/** Bounds the integers of an input to the range of the database, whether or not their schema does. */
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
