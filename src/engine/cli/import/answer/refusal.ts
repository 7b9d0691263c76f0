import { asObject, isObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { AnswersConfig } from '#engine/generated/schemas.ts';
import type { Entities } from '../schema/entities.ts';
import { objectOf } from '../schema/object-of.ts';
import { schemaAt } from './draft.ts';

const MESSAGES = [
  '/message',
  '/error/message',
  '/msg',
  '/error/msg',
  '/errors/0/message',
  '/detail',
  '/error_description',
  '/errors/0/detail',
  '/error',
  '/title',
];
/** Beside the message. */
const CODES = ['code', 'errcode', 'err_code', 'errno'];
const FIELDS = [
  '/errors',
  '/error/errors',
  '/error/details',
  '/error/fields',
  '/details',
  '/data/errors',
  '/fields',
  '/detail',
];

/** In one item of a list: which field it is about, and what is wrong with it. */
const NAMES = ['/field', '/name', '/param', '/property', '/path', '/source/pointer', '/pointer', '/loc/1'];
const REASONS = ['/message', '/msg', '/reason', '/detail', '/error', '/description'];

const typesAt = (schema: JsonSchema, pointer: string, entities: Entities): unknown[] => {
  const found = schemaAt(schema, pointer, entities);
  return found === undefined ? [] : [objectOf(found, entities)['type']].flat();
};

/** The pointer under which most refusals have a value of these types. */
function usual(
  refusals: readonly JsonSchema[],
  pointers: readonly string[],
  types: readonly string[],
  entities: Entities,
) {
  return pointers
    .map((pointer) => ({
      pointer,
      count: refusals.filter((schema) =>
        typesAt(schema, pointer, entities).some((type) => types.includes(String(type))),
      ).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)[0]?.pointer;
}

/** Where refusals say what is wrong: the message, the code, and the messages of the fields of a form. */
export function findRefusal(
  refusals: readonly JsonSchema[],
  entities: Entities,
): Pick<AnswersConfig, 'message' | 'code' | 'fields'> {
  const message = usual(refusals, MESSAGES, ['string'], entities);
  const beside = CODES.map((name) => `${message?.replace(/\/[^/]*$/, '') ?? ''}/${name}`);
  const code = usual(refusals, beside, ['integer', 'number', 'string'], entities);
  const fields = refusals.map((schema) => fieldsIn(schema, entities)).find((found) => found !== undefined);
  return { ...(message && { message }), ...(code && { code }), ...(fields && { fields }) };
}

function fieldsIn(schema: JsonSchema, entities: Entities): AnswersConfig['fields'] {
  for (const pointer of FIELDS) {
    const found = schemaAt(schema, pointer, entities);
    const whole = found === undefined ? {} : objectOf(found, entities);
    const { additionalProperties: messages, items } = whole;
    if (whole['type'] === 'object' && isObject(messages) && isMessages(messages, entities)) return pointer;
    if (!isObject(items)) continue;
    const name = NAMES.find((one) => schemaAt(items, one, entities) !== undefined);
    const message = REASONS.find((one) => typesAt(items, one, entities).includes('string'));
    if (name !== undefined && message !== undefined) return { list: pointer, name, message };
  }
  return undefined;
}

function isMessages(schema: JsonSchema, entities: Entities): boolean {
  const { type, items } = objectOf(schema, entities);
  return type === 'string' || (type === 'array' && objectOf(asObject(items), entities)['type'] === 'string');
}
