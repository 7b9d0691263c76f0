import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForeignChange, isForeignWrite } from '#engine/host/api/origin.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { inSpan } from '#engine/host/tracing.ts';
import type { CallContract } from '#generated/schemas.ts';
import { notifyShopChange, SHOP_CHANGE } from '../db/changes.ts';
import { currentCall } from '../db/current-call.ts';
import { dropChanged } from '../db/memory.ts';
import { DatabaseOutage } from '../db/outage.ts';
import type { Db } from '../db/schema.ts';
import { type Answer, DEMO_ELSEWHERE, type Refused, refuse } from '../result/answer.ts';
import { createAnswerCheck } from './answer-check.ts';
import { isMalformed, MALFORMED_QUERY } from './bodies.ts';
import { type AppContext, mayUseDemo, recogniseVisitor, requestContextOf } from './context.ts';
import { routerPath, type ServerRegistry, takesBody } from './contracts.ts';
import { type FieldErrors, firstMessage } from './field-errors.ts';
import { answerDuringOutage, answerIdempotently } from './idempotent-calls.ts';
import type { RefuseMalware } from './malware.ts';
import { readMultipart } from './multipart.ts';
import type { Outcomes } from './outcomes.ts';
import { send } from './reply.ts';
import type { RequestContext, Routes } from './routes.ts';
import { createValidators, type Validate } from './validator.ts';
import { knownRole, mayUse, type Role } from './visitor.ts';

/** A handler of any call, whose inputs were validated by the call's schemas. */
type CheckedHandler = (
  request: RequestContext & { params: unknown; query: unknown; body: unknown },
) => Promise<Answer<unknown>>;

export interface CallOptions {
  registry: ServerRegistry;
  routes: Routes;
  outcomes: Outcomes;
  context: AppContext;
  refuseMalware: RefuseMalware;
  /** Compare every answer with the description of its call: a mismatch is a fault. For tests and development. */
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
    // The calls of the demo exist only with the demo data.
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
    const answerProblem = options.checkAnswers
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
      onRequest: (request, reply) => authorise(contract, access, options.context, request, reply),
      async handler(request, reply) {
        const isMultipart = request.mediaType === MULTIPART_TYPE;
        if (isMultipart !== (contract.encoding === 'multipart'))
          return send(reply, refuse('unsupportedType'));
        if (isMultipart) request.body = await readMultipart(request);
        const checked = checkInputs(request, contract, inputs);
        if ('refused' in checked) return send(reply, checked.refused);
        const { context } = options;
        const { values } = checked;
        const infected = isMultipart ? await options.refuseMalware(values.body, request.log) : null;
        if (infected) return send(reply, infected);
        const answer = await currentCall.run({ call: name, request: request.id }, () =>
          inSpan({ name: `call ${name}`, attributes: { 'shop.call': name } }, () =>
            answerDuringOutage(request, contract, () =>
              answerIdempotently(context, request, values.body, (repeat) =>
                handle({ ...requestContextOf(context, request, reply, repeat), ...values }),
              ),
            ),
          ),
        );
        if (answer.ok && access === 'staff' && mayChange(contract)) await publishStaffChange(context.db);
        const mismatch = answerProblem(answer);
        if (mismatch !== null)
          throw new Error(`the answer of ${name} does not fit its contract: ${mismatch}`);
        return send(reply, answer);
      },
    });
  }
}

const mayChange = ({ method, changes }: CallContract): boolean => method !== 'GET' || changes === true;

/**
 * What staff change is shown anew in every process. What else is changed is known from its commit on. During an outage
 * nothing is taken from memory anyway.
 */
async function publishStaffChange(db: Db): Promise<void> {
  dropChanged(db, SHOP_CHANGE);
  try {
    await notifyShopChange(db);
  } catch (fault) {
    if (!(fault instanceof DatabaseOutage)) throw fault;
  }
}

function requireMatch(calls: readonly string[], handlers: readonly string[]): void {
  const missing = calls.filter((name) => !handlers.includes(name));
  const unknown = handlers.filter((name) => !calls.includes(name));
  const lines = [
    ...missing.map((name) => `接口 ${name} 没有处理程序(src/server/modules)`),
    ...unknown.map((name) => `处理程序 ${name} 没有对应的接口(config/api)`),
  ];
  if (lines.length > 0) throw new StartFault(lines.join('\n'));
}

/** Runs before the body is read: checks the origin, finds the visitor, checks the role. */
async function authorise(
  contract: CallContract,
  access: Role,
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (contract.path.startsWith(DEMO_CALLS) && !mayUseDemo(context, request))
    return send(reply, refuse('forbidden', DEMO_ELSEWHERE));
  if (isForeignWrite(request) || (contract.changes && isForeignChange(request)))
    return send(reply, refuse('foreignOrigin'));
  await recogniseVisitor(context, request, reply);
  const { role } = request.visitor;
  if (mayUse(role, access)) return undefined;
  if (role === 'visitor') return send(reply, refuse('loginRequired'));
  return send(reply, refuse(access === 'approved' ? 'approvalRequired' : 'forbidden'));
}

interface Inputs {
  params: Validate;
  query: Validate;
  knownQuery: readonly string[];
  form: Validate;
  json: Validate;
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
  // A path parameter of the right type but out of bounds names nothing: 404.
  if ('errors' in params)
    return { refused: params.mistyped ? refuseInvalidInputs(params.errors) : refuse('notFound') };
  // Unknown query parameters are ignored: links carry those of campaigns and analytics.
  const query = inputs.query(pick(request.query as Record<string, unknown>, inputs.knownQuery));
  const body = takesBody(contract)
    ? withFiles(request.mediaType === JSON_TYPE ? inputs.json : inputs.form, inputs.files, request.body)
    : { value: {} };
  for (const checked of [query, body]) {
    if ('errors' in checked) return { refused: refuseInvalidInputs(checked.errors) };
  }
  return {
    values: {
      params: params.value,
      query: 'value' in query ? query.value : {},
      body: 'value' in body ? body.value : {},
    },
  };
}

const refuseInvalidInputs = (errors: FieldErrors): Refused =>
  refuse('invalid', { message: firstMessage(errors), data: { errors } });

function fileFields({ encoding, body }: CallContract): string[] {
  if (encoding !== 'multipart') return [];
  const fields = Object.entries((body['properties'] ?? {}) as Record<string, { format?: unknown }>);
  return fields.filter(([, { format }]) => format === 'binary').map(([name]) => name);
}

/** Validates a body with files: a schema can only require their presence. A string in place of a file counts as missing. */
function withFiles(check: Validate, names: readonly string[], body: unknown): ReturnType<Validate> {
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
