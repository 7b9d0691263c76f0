import type {
  CallBinding,
  CallConfig,
  CallContract,
  CallFields,
  SiteConfig,
  Source,
} from '#engine/generated/schemas.ts';
import { objectEntries, own } from '../json.ts';
import { fieldsToSchema, pageItemOf, responseToSchema } from './field.ts';
import type { GraphqlQueries } from './graphql.ts';
import type { SchemaLibrary } from './library.ts';
import { requiredContainers } from './required-containers.ts';
import { shapes, typesOf } from './shape.ts';
import { resolveSite, VISITOR } from './site.ts';

/** Keys of a call that hold its path. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** `/api/order/{id}` -> `['id']`. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

/** Method and path of a declared call. */
export function endpointOf(call: CallConfig): { method: CallContract['method']; path: string } {
  const method = METHODS.find((name) => typeof call[name] === 'string') ?? 'get';
  const path = call[method];
  return {
    method: method.toUpperCase() as CallContract['method'],
    path: typeof path === 'string' ? path : '',
  };
}

/** The parameters in a call's path; undeclared ones are strings. */
export function paramFields(call: CallConfig): CallFields {
  const declared = call.params ?? {};
  return Object.fromEntries(
    pathParams(endpointOf(call).path).map((name) => [name, own(declared, name) ?? 'string']),
  );
}

/** The declarations that a call is emitted with. */
interface CallContext {
  name: string;
  site: SiteConfig;
  library: SchemaLibrary;
  queries: GraphqlQueries;
}

/** Does its answer depend on who asks? Of no consequence where the API is beside the pages, and knows who asks for them. */
const isPersonal = (call: CallConfig, { name, site }: CallContext): boolean =>
  site.api.base !== '' &&
  (call.personal === true || (call.access ?? VISITOR) !== VISITOR || name === site.user.call);

/** The lists and objects that an answer must have; of the reference API, a test makes sure of them. */
function containersOf(call: CallConfig, { site, library }: CallContext): CallBinding['containers'] {
  if (site.api.base === '' || call.response === undefined) return undefined;
  const found = requiredContainers(responseToSchema(call.response), library);
  return Object.keys(found).length > 0 ? found : undefined;
}

/** May its answer be null, as that of a GraphQL query for one thing is where there is none? */
const isNullable = ({ response }: CallConfig, { library }: CallContext): boolean =>
  response !== undefined &&
  shapes(responseToSchema(response), library).some((shape) => typesOf(shape)?.has('null'));

/** The fields that an API elsewhere takes as numbers and truths of JSON; the reference API reads texts as well. */
function typedFields(call: CallConfig, { site }: CallContext): CallBinding['typed'] {
  const isJson = call.graphql !== undefined || (call.encoding ?? site.api.encoding) === 'json';
  if (site.api.base === '' || !isJson) return undefined;
  const { properties } = fieldsToSchema(call.body ?? {});
  const typed = objectEntries(properties).flatMap(([name, { type }]): [string, 'number' | 'boolean'][] => {
    if (type === 'boolean') return [[name, type]];
    return type === 'integer' || type === 'number' ? [[name, 'number']] : [];
  });
  return typed.length > 0 ? Object.fromEntries(typed) : undefined;
}

/** Does a call change nothing, so that it can be data of a page? */
export function isRead(call: CallConfig, queries: GraphqlQueries): boolean {
  if (call.read === true) return true;
  const query = call.graphql === undefined ? undefined : queries.get(call.graphql);
  if (query && 'kind' in query) return query.kind === 'query';
  return endpointOf(call).method === 'GET' && call.changes !== true;
}

/** The part of a call that the browser needs to make requests. */
export function emitBinding(call: CallConfig, context: CallContext): CallBinding {
  const { site, queries } = context;
  const settled = resolveSite(call, site) as CallConfig;
  const query = presetValues(settled.query);
  const body = presetValues(settled.body);
  const graphql = call.graphql === undefined ? undefined : queries.get(call.graphql);
  const containers = containersOf(call, context);
  const typed = typedFields(call, context);
  return {
    ...endpointOf(call),
    ...(graphql && 'text' in graphql && { graphql: graphql.text }),
    ...(isPersonal(call, context) && { personal: true }),
    ...(call.public && { public: true }),
    ...(containers && { containers }),
    ...(isNullable(call, context) && { nullable: true }),
    ...(query && { query }),
    ...(body && { body }),
    ...(typed && { typed }),
    ...(call.body && { encoding: call.encoding ?? site.api.encoding }),
    ...(typeof settled.delay === 'number' && settled.delay > 0 && { delay: settled.delay }),
    ...(call.repeat === 'parallel' && { parallel: true }),
    ...(call.silent && { silent: true }),
    ...(call.success && { success: true }),
    ...(call.offline && { offline: call.offline }),
    ...(call.renews && { renews: call.renews }),
    ...(call.answers && { answers: call.answers }),
    ...(pageItemOf(call.response) !== undefined &&
      (call.page ?? site.api.page) && { paged: call.page ?? true }),
  };
}

/** The part of a call that the server needs to handle requests. */
export function emitContract(call: CallConfig, site: SiteConfig, source: Source): CallContract {
  const settled = resolveSite(call, site) as CallConfig;
  return {
    ...endpointOf(call),
    access: call.access ?? VISITOR,
    description: call.description ?? '',
    ...(call.changes && { changes: true }),
    ...(call.priority === 'high' && { priority: 'high' }),
    ...(call.perMinute !== undefined && { perMinute: call.perMinute }),
    ...(call.body && { encoding: call.encoding ?? site.api.encoding }),
    params: fieldsToSchema(paramFields(settled), site.locale),
    query: fieldsToSchema(settled.query ?? {}, site.locale),
    body: fieldsToSchema(settled.body ?? {}, site.locale),
    response: responseToSchema(call.response, site.locale),
    source,
  };
}

function presetValues(fields: CallFields | undefined): Record<string, unknown> | undefined {
  const presets = Object.entries(fields ?? {}).flatMap(([name, field]) => {
    const preset = typeof field === 'string' ? undefined : (field.const ?? field.default);
    return preset === undefined ? [] : [[name, preset] as const];
  });
  return presets.length > 0 ? Object.fromEntries(presets) : undefined;
}
