import type { FastifyInstance } from 'fastify';
import { stringify } from 'qs';
import type { CallName, Calls } from '#generated/calls.ts';
import type { CallContract } from '#generated/schemas.ts';
import { PASSWORD } from './members.ts';

/** An answer as a client sees it. `data` has the call's shape when the code is 200 or 201. */
export interface Reply<Data = unknown> {
  status: number;
  code: number;
  message: string;
  data: Data;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface Inputs<Name extends CallName> {
  params?: Calls[Name]['params'];
  query?: Partial<Calls[Name]['query']>;
  body?: Partial<Calls[Name]['body']>;
  headers?: Record<string, string>;
}

interface Message {
  method: CallContract['method'];
  path: string;
  query?: object;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let lastAddress = 1;

/** Talks to the app like a browser: keeps its cookie, sends forms, has a network address of its own. */
export class Browser {
  cookie: string | undefined;
  /** By which it is known after a login. */
  device: string | undefined;
  readonly #app: FastifyInstance;
  readonly #contracts: Record<string, CallContract>;
  readonly #address: string;

  constructor(app: FastifyInstance, contracts: Record<string, CallContract>, address?: string) {
    this.#app = app;
    this.#contracts = contracts;
    lastAddress += 1;
    this.#address = address ?? `10.0.${lastAddress >> 8}.${lastAddress & 255}`;
  }

  /** Makes a call by its name, with the body encoded as the shop's client sends it. */
  call<Name extends CallName>(name: Name, inputs: Inputs<Name> = {}): Promise<Reply<Calls[Name]['data']>> {
    const contract = this.#contracts[name];
    if (!contract) throw new Error(`no call ${name}`);
    const params = (inputs.params ?? {}) as Record<string, unknown>;
    const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(String(params[key])),
    );
    const { query = {}, headers = {} } = inputs;
    if (inputs.body === undefined) return this.send({ method: contract.method, path, query, headers });
    if (contract.encoding === 'multipart') return this.#sendParts(path, inputs.body, headers);
    const body = stringify(inputs.body);
    return this.send({ method: contract.method, path, query, body, headers: { ...FORM, ...headers } });
  }

  /** Texts and files as parts, as a form with a file sends them. */
  async #sendParts<Data>(path: string, body: object, headers: Record<string, string>): Promise<Reply<Data>> {
    const parts = new FormData();
    for (const [name, value] of Object.entries(body)) {
      parts.append(name, value instanceof File ? value : String(value));
    }
    const request = new Request('http://shop/', { method: 'POST', body: parts });
    return this.send({
      method: 'POST',
      path,
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
    });
  }

  /** Sends what no well-behaved client would, too. */
  async send<Data>({ method, path, query = {}, body, headers = {} }: Message): Promise<Reply<Data>> {
    const search = stringify(query);
    const response = await this.#app.inject({
      method,
      url: search ? `${path}?${search}` : path,
      remoteAddress: this.#address,
      headers: { ...this.#cookies(), ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const sid = response.cookies.find(({ name }) => name === 'sid');
    if (sid) this.cookie = sid.value === '' ? undefined : sid.value;
    this.device = response.cookies.find(({ name }) => name === 'device')?.value ?? this.device;
    const answer = response.json<Omit<Reply<Data>, 'status' | 'headers'>>();
    return { ...answer, status: response.statusCode, headers: response.headers };
  }

  #cookies(): { cookie?: string } {
    const held = Object.entries({ sid: this.cookie, device: this.device });
    const pairs = held.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
    return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
  }

  logIn(username: string, password = PASSWORD): Promise<Reply<Calls['user.login']['data']>> {
    return this.call('user.login', { body: { username, password } });
  }
}
