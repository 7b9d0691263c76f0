import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { memo } from '../memo.ts';
import type { JsonSchema } from '../schema/field.ts';
import { type SchemaLibrary, schemaId } from '../schema/library.ts';

/** Formats of our own: they say what a text names, which the checks look after. */
const OWN_FORMATS = ['link', 'call', 'slot', 'shell', 'block', 'role', 'binary', 'mobile', 'phone', 'email'];

/** Read as ajv reads patterns: in Unicode mode, which is stricter. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

/** Validates values against fragments of one schema library. Compiles a schema when it is first asked for. */
export class Validator {
  readonly #ajv: Ajv2020;
  readonly #known = new WeakMap<JsonSchema, ValidateFunction>();

  constructor(library: SchemaLibrary) {
    this.#ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      inlineRefs: false,
      // A field may be called what every object inherits.
      ownProperties: true,
      // Schemas are code, which a test of their own holds to the draft; a validator is used a few times, not millions.
      validateSchema: false,
      code: { optimize: false },
    });
    addFormats.default(this.#ajv, ['date-time', 'date', 'uri', 'email']);
    for (const format of OWN_FORMATS) this.#ajv.addFormat(format, true);
    this.#ajv.addFormat('regex', isPattern);
    for (const [name, schema] of library.config) this.#ajv.addSchema(schema, schemaId('config', name));
    for (const [name, schema] of library.entities) this.#ajv.addSchema(schema, schemaId('entities', name));
    for (const [name, schema] of library.site) this.#ajv.addSchema(schema, schemaId('site', name));
  }

  /** ajv's errors; none when valid. A schema that does not compile throws: schemas are code, checked by their own test. */
  errors(schema: JsonSchema, value: unknown): ErrorObject[] {
    const validate = this.#known.get(schema) ?? this.#compile(schema);
    this.#known.set(schema, validate);
    return validate(value) ? [] : [...(validate.errors ?? [])];
  }

  /** An entity that does not exist is an offense of its own where it is named; here it allows everything. */
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

/** The validator of a library; made once. */
export const validatorOf: (library: SchemaLibrary) => Validator = memo((library) => new Validator(library));
