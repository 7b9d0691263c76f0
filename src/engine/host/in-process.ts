import {
  IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerPageCall, PageCall } from '#engine/runtime/in-process.ts';

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

/** A request that is there as a whole, from this address. */
function requestOf(
  { method, path, body }: PageCall,
  headers: Record<string, string>,
  address: string,
): IncomingMessage {
  /* No call of a page has more of a connection than where it comes from. */
  const request = new IncomingMessage({ remoteAddress: address } as Socket);
  request.method = method;
  request.url = path;
  request.headers = headers;
  request.complete = true;
  if (body !== undefined) {
    request.headers['content-length'] = String(Buffer.byteLength(body));
    request.push(body);
  }
  request.push(null);
  return request;
}

/**
 * Keeps what is answered rather than send it. The framework's own way to call itself, `inject`, makes a stream for every
 * answer, which V8 keeps with the whole page around it until its next full collection.
 */
class KeptAnswer extends ServerResponse {
  /** A character may come in two pieces. */
  readonly #decoder = new StringDecoder();
  text = '';

  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    const given = typeof reason === 'object' ? reason : headers;
    if (Array.isArray(given)) throw new TypeError('headers come as a table');
    for (const [name, value] of Object.entries(given ?? {}))
      if (value !== undefined) this.setHeader(name, value);
    return super.writeHead(status);
  }

  override write(chunk: unknown): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (typeof chunk === 'string') this.text += chunk;
    else if (chunk instanceof Uint8Array) this.text += this.#decoder.write(chunk);
    return true;
  }

  override end(chunk?: unknown): this {
    this.write(chunk);
    this.finished = true;
    process.nextTick(() => this.emit('finish'));
    return this;
  }

  /** Called for an answer that breaks off. */
  override destroy(reason = new Error('the answer broke off')): this {
    this.emit('error', reason);
    return this;
  }
}

/** Has the server answer. Resolves when the answer is complete. */
function answerOf(app: FastifyInstance, request: IncomingMessage): Promise<KeptAnswer> {
  return new Promise((resolve, reject) => {
    const answer = new KeptAnswer(request);
    answer.once('finish', () => resolve(answer));
    answer.once('error', reject);
    app.routing(request, answer);
  });
}

/** Calls made while a page is rendered act for its visitor: same cookie, same network address. */
export function inProcessApi(app: FastifyInstance, visitor: FastifyRequest): InProcessApi {
  const cookies: string[] = [];
  const api: InProcessApi = {
    cookies,
    unavailable: false,
    async answer(call) {
      const { cookie } = visitor.headers;
      const headers = {
        ...Object.fromEntries(call.headers),
        ...(cookie === undefined ? {} : { cookie }),
        host: visitor.host,
      };
      const answer = await answerOf(app, requestOf(call, headers, visitor.ip));
      const { statusCode: status, text } = answer;
      api.unavailable ||= status === UNAVAILABLE;
      cookies.push(...[answer.getHeader('set-cookie') ?? []].flat().map(String));
      const get = (name: string) => [answer.getHeader(name) ?? []].flat().join(', ') || null;
      return { status, headers: { get }, text };
    },
  };
  return api;
}
