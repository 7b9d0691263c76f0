import { asList, asObject, objectEntries } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { deref, type SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { type MappingTarget, mappingTarget } from '#engine/compiler/schema/mapping.ts';
import { documented } from './rewrite.ts';

/** A path, a text with paths in braces, a reference, or something fixed. */
const VALUE: JsonSchema = {
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null', 'array'] },
    {
      type: 'object',
      title: '固定的值',
      required: ['is'],
      additionalProperties: false,
      properties: { is: { description: '固定的文字或值，不是接口的字段' } },
    },
  ],
};

const FROM: JsonSchema = {
  description: '数据从哪里来，如 $data.products.items；其余的键是这一项的字段，值是接口里的字段',
};

/** `{ from, … }` in the place of a value of this schema; undefined where none can stand. */
export function mappingSchema(schema: JsonSchema, library: SchemaLibrary): JsonSchema | undefined {
  const target = mappingTarget(schema, library);
  if (target === undefined) return undefined;
  const from = documented(FROM, { $ref: '#/definitions/reference' });
  return {
    title: '对应字段',
    type: 'object',
    required: ['from'],
    properties: { from },
    allOf: [fieldsOf(schema, target, library)],
  };
}

/** What mappings to objects of each entity look like, by the name of its definition. */
export function mappingDefinitions(library: SchemaLibrary): Record<string, JsonSchema> {
  const entities = [...library.entities.keys()].flatMap((name) => {
    const target = mappingTarget({ $ref: `entity:${name}` }, library);
    return target === undefined ? [] : [[`mapping.${name}`, fields(target, library)]];
  });
  return { ...Object.fromEntries(entities), 'mapped-value': VALUE };
}

/** The fields of an entity stand in a definition of their own, since entities may hold their like. */
function fieldsOf(schema: JsonSchema, target: MappingTarget, library: SchemaLibrary): JsonSchema {
  const { $ref: ref } = target.list ? asObject(deref(schema, library)['items']) : schema;
  return typeof ref === 'string' && ref.startsWith('entity:') && !ref.includes('#')
    ? { $ref: ref.replace('entity:', '#/definitions/mapping.') }
    : fields(target, library);
}

function fields({ item }: MappingTarget, library: SchemaLibrary): JsonSchema {
  const own = objectEntries(item['properties']).map(([name, field]) => [name, fieldSchema(field, library)]);
  return {
    type: 'object',
    additionalProperties: false,
    required: asList(item['required']).filter((name) => name !== 'from'),
    properties: { ...Object.fromEntries(own), from: documented(FROM, { type: 'string' }) },
  };
}

function fieldSchema(field: JsonSchema, library: SchemaLibrary): JsonSchema {
  const { description = deref(field, library)['description'] } = field;
  const target = mappingTarget(field, library);
  const value = { $ref: '#/definitions/mapped-value' };
  return documented(
    { description },
    target === undefined ? value : { anyOf: [value, fieldsOf(field, target, library)] },
  );
}
