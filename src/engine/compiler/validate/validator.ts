import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { memo } from '../memo.ts';
import type { JsonSchema } from '../schema/field.ts';
import { type SchemaLibrary, schemaId } from '../schema/library.ts';

/** Formats of our own: they say what a text refers to, which the checks verify. */
const OWN_FORMATS = [
  'link',
  'call',
  'slot',
  'shell',
  'block',
  'role',
  'token',
  'token-value',
  'binary',
  'mobile',
  'phone',
  'email',
];

/** Unicode mode, as in ajv: it is stricter. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Is it a name that the clocks of Node and of browsers know? */
function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Is it written as BCP 47 writes locales? */
function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** What a schema says to people, and not of its values. */
const WORDS = new Set(['title', 'description', 'examples', 'default', 'unit']);

const withoutWords = memo(
  (schema: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !WORDS.has(keyword))),
);

/** Validates values against fragments of one schema library. Compiles a schema at its first use. */
export class Validator {
  readonly #ajv: Ajv2020;
  readonly #known = new WeakMap<JsonSchema, ValidateFunction>();
  readonly #alike = new Map<string, ValidateFunction>();

  constructor(library: SchemaLibrary) {
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      inlineRefs: false,
      // A field may have the name of an inherited property.
      ownProperties: true,
      // A test validates the schemas against the draft; a validator is used a few times, not millions.
      validateSchema: false,
      code: { optimize: false },
    });
    addFormats.default(this.#ajv, ['date-time', 'date', 'uri', 'email']);
    for (const format of OWN_FORMATS) this.#ajv.addFormat(format, true);
    this.#ajv.addFormat('regex', isPattern);
    this.#ajv.addFormat('time-zone', isTimeZone);
    this.#ajv.addFormat('locale', isLocale);
    for (const [name, schema] of library.config) this.#ajv.addSchema(schema, schemaId('config', name));
    for (const [name, schema] of library.entities) this.#ajv.addSchema(schema, schemaId('entities', name));
    for (const [name, schema] of library.site) this.#ajv.addSchema(schema, schemaId('site', name));
  }

  /** ajv's errors; empty when valid. Throws for a schema that does not compile: a test checks all schemas. */
  errors(schema: JsonSchema, value: unknown): ErrorObject[] {
    const validate = this.#known.get(schema) ?? this.#validateLike(schema);
    return validate(value) ? [] : [...(validate.errors ?? [])];
  }

  /** Is the value valid? Unlike for errors, fields that differ in their words alone share what is compiled. */
  accepts(field: JsonSchema, value: unknown): boolean {
    return this.errors(withoutWords(field), value).length === 0;
  }

  /** What is compiled for a schema also serves every other of the same JSON. */
  #validateLike(schema: JsonSchema): ValidateFunction {
    const json = JSON.stringify(schema);
    const validate = this.#alike.get(json) ?? this.#compile(schema);
    this.#alike.set(json, validate);
    this.#known.set(schema, validate);
    return validate;
  }

  /** A missing entity is reported where it is named; here it allows everything. */
  #compile(schema: JsonSchema): ValidateFunction {
    for (;;) {
      try {
        return this.#ajv.compile(schema);
      } catch (error) {
        const missing = error instanceof Ajv2020.MissingRefError ? error.missingSchema : undefined;
        if (missing === undefined || this.#ajv.getSchema(missing) !== undefined) throw error;
        this.#ajv.removeSchema(schema);
        this.#ajv.addSchema({}, missing);
      }
    }
  }
}

/** The validator of a library, memoized. */
export const validatorOf: (library: SchemaLibrary) => Validator = memo((library) => new Validator(library));
