import type { CallContract } from '#generated/schemas.ts';
import { type JsonSchema, type ServerRegistry, takesBody } from '../contracts.ts';
import { KEY_PATTERN } from '../idempotency.ts';
import { type Outcomes, refusalsOf, successCodes } from '../outcomes.ts';
import type { MakeExample } from './example.ts';
import { refusalResponses } from './refusals.ts';
import { describe, toOpenApi } from './schema.ts';

/** What the description of an operation needs: entity schemas, examples, and what handlers may answer. */
export interface DescriptionContext {
  definitions: ServerRegistry['definitions'];
  example: MakeExample;
  outcomes: Outcomes;
}

/** The tag of a call: the first part of its name. */
const tagOf = (name: string): string => name.split('.')[0] ?? name;

const ACCESS_TEXTS: Readonly<Record<CallContract['access'], string>> = {
  visitor: '任何人可以调用；已登录的按其身份回答。',
  member: '登录后可以调用。',
  approved: '资质认证通过后可以调用。',
  staff: '后台人员可以调用。',
};

/** The security requirement of a role: the session cookie, optional for visitors. */
function securityOf(access: CallContract['access']): JsonSchema[] {
  return access === 'visitor' ? [{}, { session: [] }] : [{ session: [access] }];
}

/** Describes one call as an operation, from its contract and what its handler may answer. */
export function describeCall(name: string, contract: CallContract, context: DescriptionContext): JsonSchema {
  const parameters = [
    ...parametersOf(contract.params, 'path', context),
    ...parametersOf(contract.query, 'query', context),
    ...(contract.method === 'POST' ? [IDEMPOTENCY_KEY_HEADER] : []),
  ];
  const body = takesBody(contract) ? bodyOf(contract, context) : null;
  return {
    operationId: name,
    summary: contract.description,
    description: ACCESS_TEXTS[contract.access],
    tags: [tagOf(name)],
    security: securityOf(contract.access),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      ...Object.fromEntries(
        successCodes(name, context.outcomes).map((code) => [
          String(code),
          success(code, contract.response, context),
        ]),
      ),
      ...refusalResponses(refusalsOf(name, contract, context.outcomes), exampleFieldOf(contract)),
    },
  };
}

const IDEMPOTENCY_KEY_HEADER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: '重发同一请求时用同一个键，只做一次，回答相同；登录后有效',
  schema: { type: 'string', pattern: KEY_PATTERN.source },
  example: '5f2d6f0e-6c0b-4a52-9c0e-0d8f4c1b7a11',
};

const fieldsOf = ({ properties }: JsonSchema) =>
  Object.entries((properties ?? {}) as Record<string, JsonSchema>);

/** A field of the call and its label, for the example of a refusal. */
function exampleFieldOf({ body, query, params }: CallContract): [name: string, label: string] | undefined {
  const [first] = [body, query, params].flatMap(fieldsOf);
  if (!first) return undefined;
  const [name, { title }] = first;
  return [name, typeof title === 'string' ? title : name];
}

function parametersOf(
  schema: JsonSchema,
  location: 'path' | 'query',
  context: DescriptionContext,
): JsonSchema[] {
  const required = (schema['required'] ?? []) as string[];
  return fieldsOf(schema).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description: describe(field, context.definitions),
    schema: toOpenApi(field, context.definitions),
    example: context.example(field),
  }));
}

function bodyOf({ body, encoding }: CallContract, context: DescriptionContext): JsonSchema | null {
  if (fieldsOf(body).length === 0) return null;
  const content = { schema: toOpenApi(body, context.definitions), example: context.example(body) };
  const required = ((body['required'] ?? []) as string[]).length > 0;
  // Files cannot be sent as JSON.
  if (encoding === 'multipart') return { required, content: { 'multipart/form-data': content } };
  return {
    required,
    content: { 'application/x-www-form-urlencoded': content, 'application/json': content },
  };
}

function success(code: number, data: JsonSchema, context: DescriptionContext): JsonSchema {
  return {
    description: code === 201 ? '成功，有了新的' : '成功',
    content: {
      'application/json': {
        schema: envelope(code, toOpenApi(data, context.definitions)),
        example: { code, message: '操作成功', data: context.example(data) },
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
