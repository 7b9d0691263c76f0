import type { Registry } from '#engine/generated/schemas.ts';

/** What answers the calls of a page while it is weighed. */
export interface Api {
  /** As a reader who may open pages of this access; a path and query, or a request of the page. */
  fetch(access: string, request: Request): Promise<Response>;
}

/** Nobody answers but who is asking: somebody who may see everything. */
export function offlineApi({ site, calls }: Registry): Api {
  const userPath = calls[site.user.call]?.path;
  const reader = Object.values(site.roles).at(-1)?.preview?.user ?? {};
  return {
    async fetch(_, request) {
      if (new URL(request.url).pathname !== userPath) throw new Error('no data');
      return Response.json({ code: 200, message: '', data: reader });
    },
  };
}
