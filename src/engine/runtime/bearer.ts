import type { AuthConfig } from '#engine/generated/schemas.ts';
import { own } from './own.ts';
import { valueAt } from './pointer.ts';

export type Bearer = NonNullable<AuthConfig['bearer']>;

/** The request header that carries a token. */
export const bearerHeader = ({ header, scheme }: Bearer, token: string): [name: string, value: string] => [
  header,
  scheme === '' ? token : `${scheme} ${token}`,
];

/** An answer in which a token may be. */
export interface TokenSource {
  call: string;
  status: number;
  headers: Pick<Headers, 'get'>;
  /** The whole body, parsed. */
  body: unknown;
}

/**
 * What an answer says of the token: a new one, null where the old one is no good any more, undefined where it says nothing.
 */
export function tokenIn(
  bearer: Bearer,
  { call, status, headers, body }: TokenSource,
): string | null | undefined {
  if (status === 401) return null;
  if (status < 200 || status >= 300) return undefined;
  if (bearer.until.includes(call)) return null;
  const at = own(bearer.from, call);
  if (at === undefined) return undefined;
  const found = typeof at === 'string' ? valueAt(body, at) : headers.get(at.header);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
