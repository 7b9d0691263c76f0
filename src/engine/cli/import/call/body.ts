import { asList, asObject, isObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { CallFields } from '#engine/generated/schemas.ts';
import { isJson, type Media, mediaOf } from '../document/media.ts';
import { child, type DocumentNode } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import type { Losses } from '../loss/losses.ts';
import type { Entities } from '../schema/entities.ts';
import { mergeSchemas } from '../schema/merge.ts';
import { objectOf } from '../schema/object-of.ts';
import { fieldsOf } from './field.ts';
import type { Reading } from './reading.ts';

export type Encoding = 'json' | 'form' | 'multipart';

/** What a call sends. */
export interface Body {
  encoding: Encoding;
  fields: CallFields;
}

const ENCODINGS: readonly [Encoding, (type: string) => boolean][] = [
  ['json', isJson],
  ['form', (type) => type === 'application/x-www-form-urlencoded'],
  ['multipart', (type) => type === 'multipart/form-data'],
];

/** The body of an operation; undefined where it has none, or none that a call can send. */
export function readBody(
  operation: Operation,
  { documents, entities, name: call, words }: Reading,
): Body | undefined {
  const { losses, node, method } = operation;
  const request = documents.follow(child(node, 'requestBody'), losses);
  const media = mediaOf(request);
  const [first] = media;
  if (first === undefined) return undefined;
  const found = encodingOf(media);
  if (found === undefined) {
    losses.add('body-type', first.node, first.type);
    return undefined;
  }
  const at = child(found.node, 'schema');
  const schema = at.value === undefined ? {} : bodyOf(entities.read(at, losses), entities, at, losses);
  if (isEmpty(schema)) return undefined;
  if (method === 'get') {
    losses.add('body-get', found.node);
    return undefined;
  }
  if (!isObject(schema['properties'])) {
    losses.add('body-shape', at);
    return undefined;
  }
  if (isObject(schema['additionalProperties'])) losses.add('body-open', child(at, 'additionalProperties'));
  const place = {
    at: documents.follow(at, losses),
    name: '',
    key: `${call} body`,
    words,
    entities,
    losses,
  };
  const fields = fieldsOf(withoutReadOnly(schema), place);
  return Object.keys(fields).length > 0 ? { encoding: found.encoding, fields } : undefined;
}

/** Is it an object without fields, which is as good as no body? */
const isEmpty = ({ type, properties, additionalProperties }: JsonSchema) =>
  type === 'object' &&
  isObject(properties) &&
  Object.keys(properties).length === 0 &&
  !isObject(additionalProperties);

function encodingOf(media: readonly Media[]): (Media & { encoding: Encoding }) | undefined {
  for (const [encoding, isIt] of ENCODINGS) {
    const found = media.find(({ type }) => isIt(type));
    if (found !== undefined) return { ...found, encoding };
  }
  return undefined;
}

/** A body as one object, with the fields of all its alternatives. */
function bodyOf(schema: JsonSchema, entities: Entities, at: DocumentNode, losses: Losses): JsonSchema {
  return objectOf(schema, entities, ({ oneOf, anyOf, ...whole }, objectOfBranch) => {
    const branches = [...asList(oneOf), ...asList(anyOf)].map(objectOfBranch);
    if (branches.length === 0) return whole;
    losses.add('body-union', at);
    const objects = branches.filter(({ properties }) => isObject(properties));
    return objects.length === 0 ? whole : mergeSchemas([whole, unionOf(objects)]);
  });
}

/** The fields of several shapes; those are required that all shapes require. */
function unionOf(shapes: readonly JsonSchema[]): JsonSchema {
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(asObject(properties))));
  const required = [...names].filter((name) =>
    shapes.every((shape) => asList(shape['required']).includes(name)),
  );
  const properties = [...names].map((name) => {
    const found = shapes.flatMap((shape) => {
      const property = asObject(shape['properties'])[name];
      return isObject(property) ? [property] : [];
    });
    const unique = [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
    return [name, unique.length === 1 ? unique[0] : { anyOf: unique }] as const;
  });
  return { type: 'object', required, properties: Object.fromEntries(properties) };
}

/** What only answers hold is not sent. */
const withoutReadOnly = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(asObject(schema['properties'])).filter(
      ([, property]) => asObject(property)['readOnly'] !== true,
    ),
  ),
});
