import { asList, asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Entities } from './entities.ts';
import { mergeSchemas } from './merge.ts';

/** Makes one object of a schema that may have alternatives; `objectOf` does the same for each of them. */
type Unite = (schema: JsonSchema, objectOf: (alternative: unknown) => JsonSchema) => JsonSchema;

/**
 * A schema as one object, where it is one: what the parts of an `allOf` say together. An entity that is a part of itself
 * says nothing more there.
 * @param unite what becomes of `oneOf` and `anyOf`; they stay as they are where it is left out
 */
export function objectOf(
  schema: JsonSchema,
  entities: Entities,
  unite: Unite = (whole) => whole,
  within: ReadonlySet<unknown> = new Set(),
): JsonSchema {
  const { $ref: ref } = schema;
  if (ref !== undefined && within.has(ref)) return {};
  const here = ref === undefined ? within : new Set([...within, ref]);
  const inner = (part: unknown) => objectOf(asObject(part), entities, unite, here);
  const { allOf, ...own } = entities.resolve(schema);
  const parts = asList(allOf).map(inner);
  return unite(parts.length > 0 ? mergeSchemas([...parts, own]) : own, inner);
}
