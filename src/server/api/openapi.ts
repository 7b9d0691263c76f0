import type { CallContract } from '#generated/schemas.ts';
import type { JsonSchema, ServerRegistry } from './contracts.ts';
import { takesBody } from './contracts.ts';

/** The OpenAPI 3.1 document of all calls, made of the contracts that the server itself works by. */
export function describeApi({ site, contracts, definitions }: ServerRegistry): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const [name, contract] of Object.entries(contracts)) {
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = describeCall(name, contract);
  }
  return {
    openapi: '3.1.0',
    info: { title: site.title, version: '1' },
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(definitions).map(([name, schema]) => [name, localise(schema) as JsonSchema]),
      ),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
  };
}

function describeCall(name: string, contract: CallContract): JsonSchema {
  const parameters = [...parametersOf(contract.params, 'path'), ...parametersOf(contract.query, 'query')];
  return {
    operationId: name,
    summary: contract.description,
    tags: [name.split('.')[0]],
    ...(contract.access === 'visitor' ? {} : { security: [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody(contract) ? { requestBody: bodyOf(contract) } : {}),
    responses: {
      '2XX': {
        description: '成功',
        content: { 'application/json': { schema: envelope(contract.response) } },
      },
      '4XX': {
        description: '未完成,message 说明原因',
        content: { 'application/json': { schema: envelope({}) } },
      },
    },
  };
}

function parametersOf(schema: JsonSchema, place: 'path' | 'query'): JsonSchema[] {
  const required = (schema['required'] as string[] | undefined) ?? [];
  const properties = (schema['properties'] as Record<string, JsonSchema> | undefined) ?? {};
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: localise(field),
  }));
}

function bodyOf({ body, encoding }: CallContract): JsonSchema {
  const schema = localise(body);
  const form = encoding === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return { content: { [form]: { schema }, 'application/json': { schema } } };
}

function envelope(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data: localise(data) },
  };
}

/** `entity:<name>` -> the place in this document; ids are dropped, since a document has one. */
function localise(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(localise);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== '$id')
      .map(([key, value]) =>
        key === '$ref' && typeof value === 'string'
          ? [key, value.replace('entity:', '#/components/schemas/')]
          : [key, localise(value)],
      ),
  );
}
