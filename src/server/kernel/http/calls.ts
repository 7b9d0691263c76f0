import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallContract } from '#generated/schemas.ts';
import { forgetAll } from '../db/cache.ts';
import { StartFault } from '../faults.ts';
import { type Answer, type Refused, refuse } from '../result/answer.ts';
import { createAnswerCheck } from './answer-check.ts';
import { isMalformed, MALFORMED_QUERY } from './bodies.ts';
import { type AppContext, recogniseVisitor, requestContextOf } from './context.ts';
import { routerPath, type ServerRegistry, takesBody } from './contracts.ts';
import { type FieldErrors, firstMessage } from './field-errors.ts';
import { answerDespiteBreak, answerOnce } from './idempotent-calls.ts';
import { readMultipart } from './multipart.ts';
import { isForeignChange, isForeignWrite } from './origin.ts';
import type { Outcomes } from './outcomes.ts';
import { send } from './reply.ts';
import type { RequestContext, Routes } from './routes.ts';
import { type Check, createValidators } from './validator.ts';
import { knownRole, mayUse, type Role } from './visitor.ts';

/** A handler whose inputs its call's schemas have checked: the types of `Calls` say no more than those. */
type CheckedHandler = (
  request: RequestContext & { params: unknown; query: unknown; body: unknown },
) => Promise<Answer<unknown>>;

export interface CallOptions {
  registry: ServerRegistry;
  routes: Routes;
  outcomes: Outcomes;
  context: AppContext;
  /** Hold every answer against what the call is described to answer: a mismatch is a fault. For tests and development. */
  checkAnswers: boolean;
}

const JSON_TYPE = 'application/json';
const MULTIPART_TYPE = 'multipart/form-data';

const DEMO_CALLS = '/api/dev/';

/**
 * Registers every call of the registry with its handler.
 * @throws StartFault when a call has no handler, or a handler no call, or a call needs a role that is none here
 */
export function registerCalls(app: FastifyInstance, options: CallOptions): void {
  const { registry, routes, outcomes } = options;
  requireMatch(Object.keys(registry.contracts), Object.keys(routes));
  const validators = createValidators(registry.definitions);
  for (const [name, contract] of Object.entries(registry.contracts)) {
    // Where the shop is real, what only shows its demonstration is not there at all.
    if (contract.path.startsWith(DEMO_CALLS) && !options.context.demo) continue;
    const handle = (routes as Record<string, CheckedHandler | undefined>)[name];
    if (!handle) continue;
    const access = knownRole(contract.access);
    if (access === undefined)
      throw new StartFault(`接口 ${name} 的 access ${contract.access} 不是服务器认识的角色`);
    const inputs = {
      params: validators.ofText(contract.params),
      query: validators.ofText(contract.query),
      knownQuery: Object.keys((contract.query['properties'] as object | undefined) ?? {}),
      form: validators.ofText(contract.body),
      json: validators.ofJson(contract.body),
      files: fileFields(contract),
    };
    const unfit = options.checkAnswers
      ? createAnswerCheck(name, contract, { validators, definitions: registry.definitions, outcomes })
      : () => null;
    const { perMinute } = contract;
    app.route({
      method: contract.method,
      url: routerPath(contract),
      config: {
        priority: contract.priority ?? 'normal',
        rateLimit: perMinute === undefined ? false : { max: perMinute, timeWindow: 60_000 },
      },
      onRequest: (request, reply) => admit(contract, access, options.context, request, reply),
      async handler(request, reply) {
        const isMultipart = request.mediaType === MULTIPART_TYPE;
        if (isMultipart !== (contract.encoding === 'multipart'))
          return send(reply, refuse('unsupportedType'));
        if (isMultipart) request.body = await readMultipart(request);
        const checked = checkInputs(request, contract, inputs);
        if ('refused' in checked) return send(reply, checked.refused);
        const { context } = options;
        const { values } = checked;
        const answer = await answerDespiteBreak(request, contract, () =>
          answerOnce(context, request, values.body, (repeat) =>
            handle({ ...requestContextOf(context, request, reply, repeat), ...values }),
          ),
        );
        if (answer.ok && isStaffChange(contract)) forgetAll(context.db);
        const mismatch = unfit(answer);
        if (mismatch !== null)
          throw new Error(`the answer of ${name} does not fit its contract: ${mismatch}`);
        return send(reply, answer);
      },
    });
  }
}

/** Staff see at once, as a visitor would, what they did. */
const isStaffChange = ({ access, method, changes }: CallContract): boolean =>
  access === 'staff' && (method !== 'GET' || changes === true);

function requireMatch(calls: readonly string[], handlers: readonly string[]): void {
  const mute = calls.filter((name) => !handlers.includes(name));
  const stray = handlers.filter((name) => !calls.includes(name));
  const lines = [
    ...mute.map((name) => `接口 ${name} 没有处理程序(src/server/modules)`),
    ...stray.map((name) => `处理程序 ${name} 没有对应的接口(config/api)`),
  ];
  if (lines.length > 0) throw new StartFault(lines.join('\n'));
}

/** Before the body is read: where the request comes from, then who it is, then whether they may. */
async function admit(
  contract: CallContract,
  access: Role,
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (isForeignWrite(request) || (contract.changes && isForeignChange(request)))
    return send(reply, refuse('foreignOrigin'));
  await recogniseVisitor(context, request, reply);
  const { role } = request.visitor;
  if (mayUse(role, access)) return undefined;
  if (role === 'visitor') return send(reply, refuse('loginRequired'));
  return send(reply, refuse(access === 'approved' ? 'approvalRequired' : 'forbidden'));
}

interface Inputs {
  params: Check;
  query: Check;
  knownQuery: readonly string[];
  form: Check;
  json: Check;
  /** Body fields that are files. */
  files: readonly string[];
}

interface Values {
  params: unknown;
  query: unknown;
  body: unknown;
}

function checkInputs(
  request: FastifyRequest,
  contract: CallContract,
  inputs: Inputs,
): { values: Values } | { refused: Refused } {
  const sent = [request.params, request.query, request.body];
  if (request.query === MALFORMED_QUERY || sent.some((part) => isMalformed(part)))
    return { refused: refuse('malformed') };
  const params = inputs.params(request.params);
  // An address whose parameter is a value, but cannot be one of these, names nothing.
  if ('errors' in params)
    return { refused: params.mistyped ? refuseInputs(params.errors) : refuse('notFound') };
  // Links carry marks of campaigns and counters: unknown names in a query are nobody's mistake.
  const query = inputs.query(pick(request.query as Record<string, unknown>, inputs.knownQuery));
  const body = takesBody(contract)
    ? withFiles(request.mediaType === JSON_TYPE ? inputs.json : inputs.form, inputs.files, request.body)
    : { value: {} };
  for (const checked of [query, body]) {
    if ('errors' in checked) return { refused: refuseInputs(checked.errors) };
  }
  return {
    values: {
      params: params.value,
      query: 'value' in query ? query.value : {},
      body: 'value' in body ? body.value : {},
    },
  };
}

const refuseInputs = (errors: FieldErrors): Refused =>
  refuse('invalid', { message: firstMessage(errors), data: { errors } });

function fileFields({ encoding, body }: CallContract): string[] {
  if (encoding !== 'multipart') return [];
  const fields = Object.entries((body['properties'] ?? {}) as Record<string, { format?: unknown }>);
  return fields.filter(([, { format }]) => format === 'binary').map(([name]) => name);
}

/** Checks a body whose files a schema can only tell to be there. A text in the place of a file is none. */
function withFiles(check: Check, names: readonly string[], body: unknown): ReturnType<Check> {
  if (names.length === 0) return check(body);
  const table = { ...(body as Record<string, unknown>) };
  const files = names.flatMap((name) => (table[name] instanceof File ? [[name, table[name]]] : []));
  for (const name of names) delete table[name];
  const checked = check({ ...table, ...Object.fromEntries(files.map(([name]) => [name, 'file'])) });
  if ('errors' in checked) return checked;
  return { value: { ...(checked.value as object), ...Object.fromEntries(files) } };
}

function pick(table: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(table, name)).map((name) => [name, table[name]]),
  );
}
