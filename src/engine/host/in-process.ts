import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The status by which an API says that it cannot answer at present. */
const UNAVAILABLE = 503;

/** A way to the API that needs no network, and what became of the calls made by it. */
export interface InProcessApi {
  fetch: (request: Request) => Promise<Response>;
  /** Set by the answers. */
  cookies: string[];
  /** A call could not be answered at present: what is made of the others is no page to show. */
  unavailable: boolean;
}

/** Calls made while a page is rendered act for its visitor: same cookie, same network address. */
export function inProcessApi(app: FastifyInstance, visitor: FastifyRequest): InProcessApi {
  const cookies: string[] = [];
  const api: InProcessApi = {
    cookies,
    unavailable: false,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const headers = Object.fromEntries(request.headers);
      delete headers['accept-encoding'];
      const { cookie } = visitor.headers;
      const response = await app.inject({
        method: request.method,
        url: pathname + search,
        remoteAddress: visitor.ip,
        headers: { ...headers, ...(cookie === undefined ? {} : { cookie }), host: visitor.host },
        ...(request.body === null ? {} : { payload: await request.text() }),
      });
      api.unavailable ||= response.statusCode === UNAVAILABLE;
      cookies.push(...[response.headers['set-cookie'] ?? []].flat());
      const type = response.headers['content-type'] ?? 'application/json';
      return new Response(new Uint8Array(response.rawPayload), {
        status: response.statusCode,
        headers: { 'content-type': type },
      });
    },
  };
  return api;
}
