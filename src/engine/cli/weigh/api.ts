import type { Registry } from '#engine/generated/schemas.ts';

/** The API that a page calls while it is weighed. */
export interface Api {
  /** Sends a request as a reader with this role. */
  fetch(access: string, request: Request): Promise<Response>;
}

/** An API without data: only the call of the user is answered, with a user of the strictest role. */
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
