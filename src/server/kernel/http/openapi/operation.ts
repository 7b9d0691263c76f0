import type { CallContract } from '#generated/schemas.ts';
import { type JsonSchema, type ServerRegistry, takesBody } from '../contracts.ts';
import { KEY_PATTERN } from '../idempotency.ts';
import { type Outcomes, refusalsOf, successCodes } from '../outcomes.ts';
import type { MakeExample } from './example.ts';
import { refusalResponses } from './refusals.ts';
import { describe, toOpenApi } from './schema.ts';

/** What operations are described with: the entities that they lead to, examples of them, and what handlers may answer. */
export interface Describing {
  definitions: ServerRegistry['definitions'];
  example: MakeExample;
  outcomes: Outcomes;
}

/** The first part of a call's name: what the document groups it under. */
const tagOf = (name: string): string => name.split('.')[0] ?? name;

const WHO: Readonly<Record<CallContract['access'], string>> = {
  visitor: '任何人可以调用；已登录的按其身份回答。',
  member: '登录后可以调用。',
  approved: '资质认证通过后可以调用。',
  staff: '后台人员可以调用。',
};

/** Who may call: the session cookie, with the role that it must have; a visitor's may be left out. */
function securityOf(access: CallContract['access']): JsonSchema[] {
  return access === 'visitor' ? [{}, { session: [] }] : [{ session: [access] }];
}

/** One call as an operation: made of the contract that the server itself works by, and of what its handler may answer. */
export function describeCall(name: string, contract: CallContract, using: Describing): JsonSchema {
  const parameters = [
    ...parametersOf(contract.params, 'path', using),
    ...parametersOf(contract.query, 'query', using),
    ...(contract.method === 'POST' ? [REPEAT_KEY] : []),
  ];
  const body = takesBody(contract) ? bodyOf(contract, using) : null;
  return {
    operationId: name,
    summary: contract.description,
    description: WHO[contract.access],
    tags: [tagOf(name)],
    security: securityOf(contract.access),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...Object.fromEntries(
        successCodes(name, using.outcomes).map((code) => [
          String(code),
          success(code, contract.response, using),
        ]),
      ),
      ...refusalResponses(refusalsOf(name, contract, using.outcomes), aField(contract)),
    },
  };
}

const REPEAT_KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: '重发同一请求时用同一个键，只做一次，回答相同；登录后有效',
  schema: { type: 'string', pattern: KEY_PATTERN.source },
  example: '5f2d6f0e-6c0b-4a52-9c0e-0d8f4c1b7a11',
};

const fieldsOf = ({ properties }: JsonSchema) =>
  Object.entries((properties ?? {}) as Record<string, JsonSchema>);

/** A field whose absence would be refused, with its name in words. */
function aField({ body, query, params }: CallContract): [name: string, words: string] | undefined {
  const [first] = [body, query, params].flatMap(fieldsOf);
  if (!first) return undefined;
  const [name, { title }] = first;
  return [name, typeof title === 'string' ? title : name];
}

function parametersOf(schema: JsonSchema, place: 'path' | 'query', using: Describing): JsonSchema[] {
  const required = (schema['required'] ?? []) as string[];
  return fieldsOf(schema).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: describe(field, using.definitions),
    schema: toOpenApi(field, using.definitions),
    example: using.example(field),
  }));
}

function bodyOf({ body, encoding }: CallContract, using: Describing): JsonSchema | null {
  if (fieldsOf(body).length === 0) return null;
  const content = { schema: toOpenApi(body, using.definitions), example: using.example(body) };
  const required = ((body['required'] ?? []) as string[]).length > 0;
  // A file has no form in JSON.
  if (encoding === 'multipart') return { required, content: { 'multipart/form-data': content } };
  return {
    required,
    content: { 'application/x-www-form-urlencoded': content, 'application/json': content },
  };
}

function success(code: number, data: JsonSchema, using: Describing): JsonSchema {
  return {
    description: code === 201 ? '成功，有了新的' : '成功',
    content: {
      'application/json': {
        schema: envelope(code, toOpenApi(data, using.definitions)),
        example: { code, message: '操作成功', data: using.example(data) },
      },
    },
  };
}

function envelope(code: number, data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { const: code, description: '代码，与 HTTP 状态相同' },
      message: { type: 'string', description: '给买家看的话' },
      data: { description: '内容', ...data },
    },
  };
}
