import type { Registry } from '#engine/generated/schemas.ts';
import { createWriter } from '#engine/host/api/write-answer.ts';
import { API_MOUNT, isForwarded } from '#engine/runtime/api-base.ts';

/** The API that a page calls while it is weighed. */
export interface Api {
  /** Sends a request as a reader with this role. */
  fetch(access: string, request: Request): Promise<Response>;
}

/** Connects to the API of a running shop, as readers of each role. */
export type ApiOf = (site: string) => Promise<Api>;

type Described = Pick<Registry, 'site' | 'calls' | 'errors'>;

/** A `fetch` without an API behind it: only the call of the user is answered, with this one. */
export function onlyUser(
  { site, calls, errors }: Described,
  user: object,
): (url: string) => Promise<Response> {
  const call = site.user.call === undefined ? undefined : calls[site.user.call];
  const path = call && (isForwarded(site.api) ? API_MOUNT : '') + call.path;
  return async (url) => {
    if (!call || new URL(url, 'http://shop').pathname !== path) throw new Error('there is no API');
    return Response.json(createWriter(site, errors).success(user, call).body);
  };
}

/** An API without data: only the call of the user is answered, with a user of the strictest role. */
export function offlineApi(registry: Registry): Api {
  const answer = onlyUser(registry, Object.values(registry.site.roles).at(-1)?.preview?.user ?? {});
  return { fetch: (_, request) => answer(request.url) };
}
