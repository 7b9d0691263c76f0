import { asList, asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Operation } from '../document/operations.ts';
import type { Entities } from '../schema/entities.ts';
import { objectOf } from '../schema/object-of.ts';

const LOGIN = /log-?in|sign-?in|token|auth|session/i;
const TOKEN = /^(?:access_?token|token|jwt|id_?token|auth_?token|bearer)$/i;

/** Where the answer to a login holds its token; undefined for any other operation. */
export function tokenIn(
  operation: Operation,
  answer: JsonSchema | undefined,
  entities: Entities,
): string | undefined {
  const isLogin = operation.method === 'post' && LOGIN.test(`${operation.path} ${operation.id ?? ''}`);
  return isLogin && answer !== undefined ? pointerTo(answer, entities, 0) : undefined;
}

function pointerTo(schema: JsonSchema, entities: Entities, depth: number): string | undefined {
  const { properties, oneOf, anyOf } = objectOf(schema, entities);
  for (const branch of [...asList(oneOf), ...asList(anyOf)]) {
    const found = depth > 1 ? undefined : pointerTo(asObject(branch), entities, depth + 1);
    if (found !== undefined) return found;
  }
  const fields = Object.entries(asObject(properties));
  const own = fields.find(
    ([name, field]) => TOKEN.test(name) && objectOf(asObject(field), entities)['type'] === 'string',
  );
  if (own !== undefined) return `/${own[0]}`;
  if (depth > 1) return undefined;
  for (const [name, field] of fields) {
    const inner = pointerTo(asObject(field), entities, depth + 1);
    if (inner !== undefined) return `/${name}${inner}`;
  }
  return undefined;
}
