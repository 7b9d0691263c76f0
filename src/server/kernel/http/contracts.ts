import type { CallContract, Registry } from '#generated/schemas.ts';

/** The part of the compiled registry that the server needs. */
export type ServerRegistry = Pick<Registry, 'site' | 'pages' | 'contracts' | 'definitions' | 'slots'>;

/** A JSON Schema as plain data; `$ref`s name `entity:<name>`. */
export type JsonSchema = Record<string, unknown>;

/** `/api/cart/{id}/edit` -> `/api/cart/:id/edit`, the router's notation. */
export function routerPath(contract: CallContract): string {
  return contract.path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Whether the call takes a request body. */
export function takesBody(contract: CallContract): boolean {
  return contract.method === 'POST' || contract.method === 'PUT';
}
