import type {
  CallBinding,
  CallConfig,
  CallContract,
  CallFields,
  SiteConfig,
  Source,
} from '#engine/generated/schemas.ts';
import { own } from '../json.ts';
import { fieldsToSchema, responseToSchema } from './field.ts';
import { resolveSite, VISITOR } from './site.ts';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

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

/** The part of a call that the browser needs to make requests. */
export function emitBinding(call: CallConfig, site: SiteConfig): CallBinding {
  const settled = resolveSite(call, site) as CallConfig;
  const query = presetValues(settled.query);
  const body = presetValues(settled.body);
  return {
    ...endpointOf(call),
    ...(query && { query }),
    ...(body && { body }),
    ...(call.body && { encoding: call.encoding ?? 'form' }),
    ...(typeof settled.delay === 'number' && settled.delay > 0 && { delay: settled.delay }),
    ...(call.repeat === 'parallel' && { parallel: true }),
    ...(call.silent && { silent: true }),
    ...(call.success && { success: true }),
    ...(call.renews && { renews: call.renews }),
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
    ...(call.body && { encoding: call.encoding ?? 'form' }),
    params: fieldsToSchema(paramFields(settled)),
    query: fieldsToSchema(settled.query ?? {}),
    body: fieldsToSchema(settled.body ?? {}),
    response: responseToSchema(call.response),
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
