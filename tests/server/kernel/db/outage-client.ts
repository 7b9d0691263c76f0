import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../../support/members.ts';

/** An answer, as far as an outage is concerned. */
export interface Seen {
  status: number;
  retryAfter: string | null;
  code: number;
  message: string;
  data: unknown;
  /** Milliseconds, `performance.now()`. */
  at: number;
}

/** A buyer whose requests go on through outages, and who keeps every answer. */
export class OutageClient {
  readonly seen: Seen[] = [];
  readonly url: string;
  readonly cookie: string;
  private constructor(url: string, cookie: string) {
    this.url = url;
    this.cookie = cookie;
  }

  static async logIn(url: string, username: string): Promise<OutageClient> {
    const body = new URLSearchParams({ username, password: PASSWORD });
    const response = await fetch(`${url}/api/login`, { method: 'POST', body });
    return new OutageClient(url, response.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }

  async send(path: string, body?: object, key = ''): Promise<Seen> {
    const headers = {
      cookie: this.cookie,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    };
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(this.url + path, {
      ...init,
      headers: init ? headers : { cookie: this.cookie },
    });
    const answer = (await response.json()) as Pick<Seen, 'code' | 'message' | 'data'>;
    const { code, message, data } = answer;
    const retryAfter = response.headers.get('retry-after');
    const seen = { status: response.status, retryAfter, code, message, data, at: performance.now() };
    this.seen.push(seen);
    return seen;
  }

  /** Repeats a write under one key until it is answered otherwise than by an outage. */
  async sendOnce<Data>(path: string, body: object): Promise<Data> {
    for (const key = randomUUID(); ; await sleep(20)) {
      const { status, message, data } = await this.send(path, body, key);
      if (status < 300) return data as Data;
      if (status !== 503 && status !== 504) throw new Error(`${path}: ${status} ${message}`);
    }
  }
}
