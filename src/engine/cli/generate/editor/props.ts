import { asList, asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { mappingSchema } from './mapping.ts';
import { documented, rewrite } from './rewrite.ts';

const REFERENCE: JsonSchema = { $ref: '#/definitions/live' };
/** Allowed, not offered: an editor shall show a choice's own values. */
const SOME_REFERENCE: JsonSchema = { type: 'string', pattern: '^\\$' };

/**
 * The schema of a prop as YAML may write it: the value itself, a reference that gives it when the page runs, or a mapping of
 * fields. Inside lists and objects the same holds for each part.
 */
export function propSchema(raw: unknown, library: SchemaLibrary): JsonSchema {
  const schema = asObject(raw);
  if (schema['perItem'] !== undefined) return documented(schema, perItem(schema));
  const { description: _, default: fallback, ...bare } = rewrite(schema, (part) => propSchema(part, library));
  delete bare['markdownDescription'];
  const whole = (body: JsonSchema): JsonSchema =>
    documented(schema, fallback === undefined ? body : { ...body, default: fallback });
  if (isFree(bare)) return documented(schema, {});
  if (schema['format'] === 'link' || takesAnyText(bare)) return whole(bare);
  const mapping = mappingSchema(schema, library);
  const reference = isChoice(bare) ? SOME_REFERENCE : REFERENCE;
  return whole({ anyOf: [{ oneOf: [bare, reference, ...(mapping === undefined ? [] : [mapping])] }] });
}

/** A flag or text that is worked out for each item: a condition, a text with references, or the value. */
function perItem(schema: JsonSchema): JsonSchema {
  if (schema['format'] === 'link') return { $ref: '#/definitions/link' };
  if (schema['type'] === 'boolean') return { $ref: '#/definitions/condition' };
  return {};
}

const isFree = (schema: JsonSchema) => Object.keys(schema).length === 0;
/** References are texts, too. */
function takesAnyText(schema: JsonSchema): boolean {
  if ([...asList(schema['oneOf']), ...asList(schema['anyOf'])].map(asObject).some(takesAnyText)) return true;
  const types = [schema['type'], ...asList(schema['type'])];
  return types.includes('string') && schema['pattern'] === undefined && schema['enum'] === undefined;
}

const isChoice = (schema: JsonSchema) =>
  schema['enum'] !== undefined || schema['const'] !== undefined || schema['type'] === 'boolean';
