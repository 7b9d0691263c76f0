import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerPageCall } from '#engine/runtime/in-process.ts';

/** The status by which an API says that it cannot answer at present. */
const UNAVAILABLE = 503;

/** A way to the API that needs no network, and what became of the calls made by it. */
export interface InProcessApi {
  answer: AnswerPageCall;
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
    async answer({ method, path, headers, body }) {
      const { cookie } = visitor.headers;
      const {
        statusCode,
        headers: answered,
        payload,
      } = await app.inject({
        method,
        url: path,
        remoteAddress: visitor.ip,
        headers: {
          ...Object.fromEntries(headers),
          ...(cookie === undefined ? {} : { cookie }),
          host: visitor.host,
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      api.unavailable ||= statusCode === UNAVAILABLE;
      cookies.push(...[answered['set-cookie'] ?? []].flat());
      const get = (name: string) => [answered[name.toLowerCase()] ?? []].flat().join(', ') || null;
      return { status: statusCode, headers: { get }, text: payload };
    },
  };
  return api;
}
