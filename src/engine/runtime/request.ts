import type { CallBinding, SiteConfig } from '#engine/generated/schemas.ts';
import { isDirect, isForwarded } from './api-base.ts';
import { bearerHeader } from './bearer.ts';
import type { Credentials } from './credentials.ts';
import { encodeForm, encodeMultipart, type ValueStyle } from './encode.ts';

/** A write sent twice with the same value of it acts once. */
export const KEY_HEADER = 'idempotency-key';

/** Names the call to a host that passes it on: calls of one path (GraphQL) look alike to it otherwise. */
export const CALL_HEADER = 'x-call';

interface Encoded {
  body?: BodyInit;
  type?: string;
}

const json = (value: unknown): Encoded => ({ body: JSON.stringify(value), type: 'application/json' });

/** The body of a request and its media type; neither for a GET, nor where there is nothing to send. */
export function encodeBody(
  { method, encoding, graphql }: CallBinding,
  body: Readonly<Record<string, unknown>>,
  style: ValueStyle,
): Encoded {
  if (graphql !== undefined) return json({ query: graphql, variables: body });
  if (method === 'GET' || Object.keys(body).length === 0) return {};
  if (encoding === 'multipart') return { body: encodeMultipart(body, style) };
  if (encoding === 'form')
    return { body: encodeForm(body, style), type: 'application/x-www-form-urlencoded' };
  return json(body);
}

interface HeaderParts {
  name: string;
  declared: CallBinding;
  api: SiteConfig['api'];
  credentials: Credentials | undefined;
  type: string | undefined;
}

/** What every request of a call carries besides its body. */
export function headersOf({ name, declared, api, credentials, type }: HeaderParts): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (type !== undefined) headers.set('content-type', type);
  if (isForwarded(api)) headers.set(CALL_HEADER, name);
  if (isDirect(api)) {
    for (const [header, value] of Object.entries(api.headers))
      if (typeof value === 'string') headers.set(header, value);
    const token = api.auth.bearer && credentials?.token();
    if (api.auth.bearer && token) headers.set(...bearerHeader(api.auth.bearer, token));
  }
  const { csrf } = api.auth;
  const proof = csrf && declared.method !== 'GET' ? credentials?.cookie(csrf.cookie) : undefined;
  if (csrf && proof !== undefined) headers.set(csrf.header, proof);
  return headers;
}
