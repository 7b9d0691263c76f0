import type { CallInput } from './client.ts';
import { resolve } from './reference.ts';
import type { Scope } from './scope.ts';

/** An object's values by name; nothing for whatever else a reference named. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** What a data entry or a call action sends, resolved. */
export function resolveInput(
  from: { params?: unknown; query?: unknown; body?: unknown },
  scope: Scope,
): CallInput {
  return {
    ...(from.params !== undefined && { params: asRecord(resolve(from.params, scope)) }),
    ...(from.query !== undefined && { query: asRecord(resolve(from.query, scope)) }),
    ...(from.body !== undefined && { body: asRecord(resolve(from.body, scope)) }),
  };
}
