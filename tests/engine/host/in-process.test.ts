import { Readable } from 'node:stream';
import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcessApi, inProcessApi } from '#engine/host/in-process.ts';
import { createServer } from '#engine/host/server.ts';

describe('the calls of a page in the process of its API', () => {
  let app: FastifyInstance;
  const done: string[] = [];

  beforeAll(async () => {
    app = await createServer({ refuse: (reply) => reply.code(503).send(), compress: true });
    await app.register(cookie);
    app.addHook('onResponse', async ({ url }, { statusCode }) => void done.push(`${statusCode} ${url}`));
    app.get('/api/reader', async ({ headers, ip, host }) => ({ cookie: headers.cookie, ip, host }));
    app.get('/api/echo', async ({ query }) => query);
    app.post('/api/echo', async ({ body }) => body);
    app.get('/api/login', async (_, reply) => {
      reply.setCookie('sid', 'a').setCookie('device', 'b').header('x-note', 'seen');
      return { ok: true };
    });
    app.get('/api/full', async (_, reply) => reply.code(503).send({ ok: false }));
    app.get('/api/broken', async () => {
      throw new Error('broken');
    });
    app.get('/api/nothing', async (_, reply) => reply.code(204).send());
    app.get('/api/stream', async (_, reply) => reply.type('text/plain').send(Readable.from(['药', '品'])));
    app.get('/api/pieces', async (_, reply) => {
      const bytes = Buffer.from('药');
      return reply.type('text/plain').send(Readable.from([bytes.subarray(0, 1), bytes.subarray(1)]));
    });
    app.get('/api/broken-off', async (_, reply) => {
      async function* broken() {
        yield 'half';
        throw new Error('the disk is gone');
      }
      return reply.type('text/plain').send(Readable.from(broken()));
    });
    app.get('/api/bytes', async (_, reply) => reply.type('text/plain').send(Buffer.from('¥ 19.90')));
    app.get('/page', async (request, reply) => {
      const { path, method = 'GET', body } = request.query as Record<string, string | undefined>;
      const api: InProcessApi = inProcessApi(app, request);
      const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
      const {
        status,
        text,
        headers: answered,
      } = await api.answer({ method, path: path ?? '', headers, body });
      const { cookies, unavailable } = api;
      return reply.send({ status, text, cookies, unavailable, note: answered.get('X-Note') });
    });
  });
  afterAll(() => app.close());

  async function fromPage(query: Record<string, string>) {
    const page = await app.inject({
      url: '/page',
      query,
      headers: { cookie: 'sid=demo', host: 'shop.example' },
      remoteAddress: '203.0.113.7',
    });
    return page.json<{
      status: number;
      text: string;
      cookies: string[];
      unavailable: boolean;
      note: string | null;
    }>();
  }

  it('are made as its reader, from the same address', async () => {
    const { status, text } = await fromPage({ path: '/api/reader' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ cookie: 'sid=demo', ip: '203.0.113.7', host: 'shop.example' });
  });

  it('carry a query, or a body', async () => {
    expect((await fromPage({ path: '/api/echo?name=%E8%8D%AF&page=2' })).text).toBe(
      '{"name":"药","page":"2"}',
    );
    const body = '{"name":"药"}';
    expect((await fromPage({ path: '/api/echo', method: 'POST', body })).text).toBe(body);
  });

  it('give the page the cookies and the headers of their answers', async () => {
    const { cookies, note } = await fromPage({ path: '/api/login' });
    expect(cookies).toEqual(['sid=a; SameSite=Lax', 'device=b; SameSite=Lax']);
    expect(note).toBe('seen');
    expect((await fromPage({ path: '/api/echo' })).note).toBeNull();
  });

  it('say that the API cannot answer at present, and what else went wrong', async () => {
    expect(await fromPage({ path: '/api/full' })).toMatchObject({ status: 503, unavailable: true });
    expect(await fromPage({ path: '/api/broken' })).toMatchObject({ status: 500, unavailable: false });
    expect(await fromPage({ path: '/api/unknown' })).toMatchObject({ status: 404, unavailable: false });
  });

  it('take an answer that comes in pieces, as bytes, or not at all', async () => {
    expect(await fromPage({ path: '/api/stream' })).toMatchObject({ status: 200, text: '药品' });
    expect((await fromPage({ path: '/api/bytes' })).text).toBe('¥ 19.90');
    expect((await fromPage({ path: '/api/pieces' })).text).toBe('药');
    expect(await fromPage({ path: '/api/nothing' })).toMatchObject({ status: 204, text: '' });
  });

  it('fail where the answer breaks off', async () => {
    expect(await fromPage({ path: '/api/broken-off' })).toMatchObject({ statusCode: 500 });
  });

  it('pass what follows every answer', async () => {
    done.length = 0;
    await fromPage({ path: '/api/echo' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(done.filter((line) => line.includes('/api/'))).toEqual(['200 /api/echo']);
  });
});
