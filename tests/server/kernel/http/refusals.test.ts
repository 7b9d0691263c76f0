import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PARTS } from '#server/modules/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Browser, FORM } from '../../support/browser.ts';

const CHINESE = /^[\u4e00-\u9fff，。、；：\d A-Za-z]*[\u4e00-\u9fff][\u4e00-\u9fff，。、；：\d A-Za-z]*$/;

/** The answer to bytes that no client of HTTP would send. */
function answerTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('whatever layer refuses a request under /api', () => {
  let shop: TestApp;
  let visitor: Browser;
  let demo: Browser;
  let port: number;
  beforeAll(async () => {
    shop = await startApp({ routes: PARTS.routes });
    visitor = shop.browser();
    demo = await shop.as('demo');
    await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const address = shop.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    ({ port } = address);
  });
  afterAll(() => shop.close());

  const JSON_TYPE = { 'content-type': 'application/json' };
  const POST = { method: 'POST', path: '/api/login' } as const;

  it.each([
    ['an address that cannot be decoded', 400, { method: 'GET', path: '/api/goods/detail/%' }],
    ['an address with half a character', 400, { method: 'GET', path: '/api/focus/%E4%B8' }],
    ['a path that no call has', 404, { method: 'GET', path: '/api/nothing/here' }],
    ['a path below a call', 404, { method: 'POST', path: '/api/login/now' }],
    ['a parameter that is too long', 414, { method: 'GET', path: `/api/focus/${'a'.repeat(300)}` }],
    ['another method', 405, { method: 'GET', path: '/api/login' }],
    ['another method, with a parameter', 405, { method: 'PUT', path: '/api/goods/detail/1' }],
    ['a method that the router does not know', 405, { method: 'PROPFIND', path: '/api/cart' }],
    ['a body too large', 413, { ...POST, body: `a=${'x'.repeat(1_100_000)}`, headers: FORM }],
    ['a type that no call takes', 415, { ...POST, body: '<a/>', headers: { 'content-type': 'text/xml' } }],
    ['a type that is none', 415, { ...POST, body: '<a/>', headers: { 'content-type': 'nonsense' } }],
    ['a body without a type', 415, { ...POST, body: 'a=1' }],
    ['JSON that breaks off', 400, { ...POST, body: '{"a":', headers: JSON_TYPE }],
    ['JSON with nothing in it', 400, { ...POST, body: '', headers: JSON_TYPE }],
    [
      'a length that is not the body’s',
      400,
      { ...POST, body: '{}', headers: { ...JSON_TYPE, 'content-length': '1' } },
    ],
    ['a query that nests', 400, { method: 'GET', path: `/api/goods/list?a${'[b]'.repeat(40)}=1` }],
  ] as const)('%s: it answers %i in the envelope, in Chinese', async (_, code, message) => {
    const reply = await visitor.send({ ...message, method: message.method as 'GET' });
    expect(reply).toMatchObject({ status: code, code, message: expect.stringMatching(CHINESE), data: null });
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
  });

  it('a wrong method is told which ones there are', async () => {
    const allowOf = async (method: string, path: string) =>
      (await visitor.send({ method: method as 'GET', path })).headers['allow'];
    expect(await allowOf('GET', '/api/login')).toBe('POST, OPTIONS');
    expect(await allowOf('POST', '/api/goods/list')).toBe('GET, HEAD, OPTIONS');
    expect(await allowOf('POST', '/api/goods/list/')).toBe('GET, HEAD, OPTIONS');
    expect(await allowOf('POST', '/api/address/1')).toBe('DELETE, GET, HEAD, PUT, OPTIONS');
    expect(await allowOf('GET', '/api/nothing')).toBeUndefined();
  });

  it('HEAD answers as GET does, without a body, and OPTIONS names the methods', async () => {
    const ask = async (method: string, path: string) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      return [status, headers.get('allow')];
    };
    expect(await ask('HEAD', '/api/goods/hot')).toEqual([200, null]);
    expect(await ask('HEAD', '/api/user/base')).toEqual([401, null]);
    expect(await ask('HEAD', '/api/login')).toEqual([405, 'POST, OPTIONS']);
    expect(await ask('HEAD', '/api/events?calls=cart.list')).toEqual([405, 'GET, OPTIONS']);
    expect(await ask('HEAD', '/api/nothing')).toEqual([404, null]);
    expect(await ask('OPTIONS', '/api/cart')).toEqual([204, 'POST, OPTIONS']);
    expect(await ask('OPTIONS', '/api/nothing')).toEqual([404, null]);
  });

  it.each([
    [
      'headers that are too large',
      431,
      `GET /api/goods/hot HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    [
      'an address that is too long',
      431,
      `GET /api/goods/hot?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ],
    ['no HTTP', 400, 'hello\r\n\r\n'],
    ['a method that nobody knows', 400, 'FETCH /api/cart HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])('%s: it answers %i in the envelope, and hangs up', async (_, code, bytes) => {
    const [head = '', body = ''] = (await answerTo(port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `));
    expect(JSON.parse(body)).toEqual({ code, message: expect.stringMatching(CHINESE), data: null });
  });

  it('a multipart body that is cut short is malformed', async () => {
    const part = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const whole = `--x\r\n${part}\r\n\r\n1234\r\n--x--\r\n`;
    for (const length of [whole.length - 8, whole.length - 20, part.length, 10, 3]) {
      const body = whole.slice(0, length);
      const reply = await demo.send({ method: 'POST', path: '/api/upload', body, headers });
      expect([length, reply.status, reply.message]).toEqual([length, 400, '请求的格式有误']);
    }
    const without = { 'content-type': 'multipart/form-data' };
    const reply = await demo.send({ method: 'POST', path: '/api/upload', body: whole, headers: without });
    expect(reply).toMatchObject({ code: 400, message: '请求的格式有误' });
  });

  it.each([
    ['/api/cart', 'params[0][goods_id]=1&params[0][number]=0x10', 'params.0.number'],
    ['/api/cart/quick_add/1e3', '', 'id'],
    ['/api/cart/quick_add/%2B1', '', 'id'],
    ['/api/pay/1', 'method[0]=balance', 'method'],
    ['/api/login', 'username[0]=demo&password=Demo@2026', 'username'],
    ['/api/login', 'username=demo&password=Demo@2026&password=Demo@2026', 'password'],
  ])('%s with %s is refused at %s', async (path, body, field) => {
    const reply = await demo.send({ method: 'POST', path, body, headers: FORM });
    expect(reply).toMatchObject({ status: 422, code: 422 });
    expect(Object.keys((reply.data as { errors: object }).errors)).toContain(field);
  });

  it('a path that is no number is refused, one that names nothing is not found', async () => {
    const codeOf = async (path: string) => (await visitor.send({ method: 'GET', path })).code;
    expect(await codeOf('/api/goods/detail/abc')).toBe(422);
    expect(await codeOf('/api/goods/detail/0')).toBe(404);
    expect(await codeOf('/api/goods/detail/99999999999')).toBe(404);
  });
});
