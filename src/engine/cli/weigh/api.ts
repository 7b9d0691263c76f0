export type Access = 'visitor' | 'member' | 'approved' | 'staff';

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
