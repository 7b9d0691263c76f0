import { logIn } from '../site-process.ts';

type Access = 'visitor' | 'member' | 'approved' | 'staff';

/** What answers the calls of a page while it is weighed. */
export interface Api {
  /** As a reader who may open pages of this access; a path and query, or a request of the page. */
  ask(access: Access, request: Request): Promise<Response>;
}

/** Nobody answers but who is asking: somebody who may see everything. */
export function silentApi(userPath: string | undefined): Api {
  const reader = { show: true, role: 'staff', is_passed: 1 };
  return {
    async ask(_, request) {
      if (new URL(request.url).pathname !== userPath) throw new Error('no data');
      return Response.json({ code: 200, message: '', data: reader });
    },
  };
}

/** A running shop with its demo accounts: pages are weighed as an approved member sees them, the back office as staff. */
export async function shopApi(site: string): Promise<Api> {
  const [demo, ops] = await Promise.all([logIn(site, 'demo'), logIn(site, 'ops')]);
  return {
    ask(access, request) {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      headers.set('cookie', access === 'staff' ? ops : demo);
      return fetch(new URL(pathname + search, site), { headers, redirect: 'manual' });
    },
  };
}
