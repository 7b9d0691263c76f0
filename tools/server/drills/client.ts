import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName, Calls } from '#generated/calls.ts';
import type { CallContract } from '#generated/schemas.ts';

const PASSWORD = 'Demo@2026';

/** An answer as a client sees it; 0 as its status when the connection broke. */
export interface Reply<Data = unknown> {
  status: number;
  code: number;
  message: string;
  data: Data;
  retryAfter: number | null;
  ms: number;
}

export interface Inputs<Name extends CallName> {
  params?: Calls[Name]['params'];
  query?: Partial<Calls[Name]['query']>;
  body?: Partial<Calls[Name]['body']>;
}

export interface SendOptions {
  /** Under which the call takes effect once, however often it is sent. */
  key?: string;
  signal?: AbortSignal;
}

/** Milliseconds after which an answer no longer comes. */
const PATIENCE = 30_000;

let lastAddress = 0;

/** An address of its own behind this machine's proxy: what is limited by address is so for each client. */
function nextAddress(): string {
  lastAddress += 1;
  return `10.${(lastAddress >> 16) & 255}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`;
}

/** The answers that say that the same call may be sent again later. */
const isPutOff = ({ status }: Reply): boolean => status === 0 || status === 503 || status === 504;

/** What broke a request, with its cause: `fetch` itself says only that it failed. */
export function describeFault(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return fault.cause instanceof Error ? `${fault.message}: ${fault.cause.message}` : fault.message;
}

function partsOf(body: object): FormData {
  const parts = new FormData();
  for (const [name, value] of Object.entries(body))
    parts.append(name, value instanceof File ? value : String(value));
  return parts;
}

/** Speaks HTTP to the shop as its pages do, with a cookie and an address of its own. */
export class Client {
  cookie = '';
  readonly address = nextAddress();
  readonly #url: string;
  readonly #contracts: Readonly<Record<string, CallContract>>;

  constructor(url: string, contracts: Readonly<Record<string, CallContract>>) {
    this.#url = url;
    this.#contracts = contracts;
  }

  async logIn(username: string): Promise<void> {
    const { status, message } = await this.insist('user.login', { body: { username, password: PASSWORD } });
    if (status !== 200) throw new Error(`${username} could not log in: ${status} ${message}`);
  }

  /** Makes a call once. */
  async call<Name extends CallName>(
    name: Name,
    { params = {}, query = {}, body }: Inputs<Name> = {},
    { key, signal }: SendOptions = {},
  ): Promise<Reply<Calls[Name]['data']>> {
    const contract = this.#contracts[name];
    if (!contract) throw new Error(`no call ${name}`);
    const values = params as Record<string, unknown>;
    const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(String(values[part])),
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([part, value]) => [part, String(value)]),
    ).toString();
    const isForm = contract.encoding === 'multipart';
    const hasBody = contract.method !== 'GET';
    const headers = {
      cookie: this.cookie,
      'x-forwarded-for': this.address,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(hasBody && !isForm && { 'content-type': 'application/json' }),
    };
    const limit = AbortSignal.timeout(PATIENCE);
    return this.#send(`${path}${search && `?${search}`}`, {
      method: contract.method,
      headers,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(hasBody && { body: isForm ? partsOf(body ?? {}) : JSON.stringify(body ?? {}) }),
    });
  }

  async #send<Data>(path: string, init: RequestInit): Promise<Reply<Data>> {
    const started = performance.now();
    try {
      const response = await fetch(this.#url + path, init);
      const [cookie] = response.headers.getSetCookie();
      if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
      const { code, message, data } = (await response.json()) as Reply<Data>;
      const retryAfter = Number(response.headers.get('retry-after')) || null;
      return { status: response.status, code, message, data, retryAfter, ms: performance.now() - started };
    } catch (fault) {
      const message = describeFault(fault);
      const ms = performance.now() - started;
      return { status: 0, code: 0, message, data: null as Data, retryAfter: null, ms };
    }
  }

  /**
   * Makes a call, and again after a while for as long as it is put off or the connection breaks.
   * @param each sees every answer
   */
  async insist<Name extends CallName>(
    name: Name,
    inputs: Inputs<Name> = {},
    options: SendOptions = {},
    each: (reply: Reply<Calls[Name]['data']>) => void = () => {},
  ): Promise<Reply<Calls[Name]['data']>> {
    for (;;) {
      const reply = await this.call(name, inputs, options);
      each(reply);
      if (!isPutOff(reply) || options.signal?.aborted) return reply;
      await sleep(reply.status === 0 ? 50 : (reply.retryAfter ?? 1) * 1000 * (0.75 + Math.random() / 2));
    }
  }
}
