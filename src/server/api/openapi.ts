import type { CallContract } from '#generated/schemas.ts';
import type { JsonSchema, ServerRegistry } from './contracts.ts';
import { takesBody } from './contracts.ts';

/** The OpenAPI 3.1 document of all calls, made of the contracts that the server itself works by. */
export function describeApi({ site, contracts, definitions }: ServerRegistry): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const [name, contract] of Object.entries(contracts)) {
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = describeCall(name, contract);
  }
  Object.assign(paths, BESIDE);
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

const refusal = (description: string): JsonSchema => ({
  description,
  content: { 'application/json': { schema: envelope({}) } },
});

/** What answers no envelope and is no call of a page. */
const BESIDE: Record<string, JsonSchema> = {
  '/api/events': {
    get: {
      operationId: 'events',
      summary: '服务器推送:哪些接口有了新的回答(text/event-stream,data 是逗号分开的接口名)',
      tags: ['events'],
      security: [{ session: [] }],
      parameters: [
        {
          name: 'calls',
          in: 'query',
          required: true,
          schema: { type: 'string' },
          description: '页面在等的接口,逗号分开,至多 20 个',
        },
        {
          name: 'since',
          in: 'query',
          required: false,
          schema: { type: 'integer' },
          description: '页面取数据的时刻(秒);之后说过的先补一遍',
        },
      ],
      responses: {
        200: { description: '事件流', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        401: refusal('需要登录'),
      },
    },
  },
  '/api/upload/{id}': {
    get: {
      operationId: 'upload.read',
      summary: '已上传的文件:公开的图片人人可取,其余只给它的企业与后台',
      tags: ['upload'],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{22}$' },
        },
      ],
      responses: {
        200: {
          description: '文件',
          content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } },
        },
        401: refusal('不公开,需要登录'),
        404: refusal('没有这个文件,或不能看'),
      },
    },
  },
};

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
