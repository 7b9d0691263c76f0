import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { startOps } from '../../support/staff.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');
const ACTIVE_PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(x)>>>>endobj\n%%EOF',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

describe('uploaded files', () => {
  let shop: TestApp;
  let ops: Browser;
  let demo: Browser;
  beforeAll(async () => {
    shop = await startOps();
    ops = await shop.as('ops');
    demo = await shop.as('demo');
  });
  afterAll(() => shop.close());

  interface Sent {
    code: number;
    message: string;
    data: { id: string; url: string; name: string; size: number } | null;
  }

  async function upload(who: Browser, kind: string, bytes: Buffer | string, name = 'a.png'): Promise<Sent> {
    const form = new FormData();
    form.append('kind', kind);
    if (typeof bytes === 'string') form.append('file', bytes);
    else form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
    const request = new Request('http://shop/', { method: 'POST', body: form });
    return who.send({
      method: 'POST',
      path: '/api/upload',
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    }) as Promise<Sent>;
  }

  const fetched = (who: Browser, url: string) =>
    shop.app.inject({ url, headers: who.cookie === undefined ? {} : { cookie: `sid=${who.cookie}` } });

  it('gives a public picture to anybody, as what it is and nothing that runs', async () => {
    const sent = await upload(ops, 'ad', PNG, '../横幅.png');
    expect(sent).toMatchObject({ code: 201, data: { name: '横幅.png', size: PNG.length } });
    const url = sent.data?.url ?? '';
    const answer = await fetched(shop.browser(), url);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(PNG);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const saved = await ops.call('ops-ad.save', {
      params: { slot: 'index' },
      body: { title: '有图', image: url },
    });
    expect(saved.code).toBe(201);
    const { data: ads } = await shop.browser().call('focus.show', { params: { name: 'index' } });
    expect(ads.at(-1)?.image).toBe(url);
  });

  it('gives a private file to its company and to staff only, as an attachment', async () => {
    const sent = await upload(demo, 'certificate', PDF, '营业执照.pdf');
    const url = sent.data?.url ?? '';
    const own = await fetched(demo, url);
    expect(own.statusCode).toBe(200);
    expect(own.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%E8%90%A5/);
    expect(own.headers['cache-control']).toBe('private, no-store');
    expect((await fetched(ops, url)).statusCode).toBe(200);
    expect((await fetched(await shop.as('newbie'), url)).statusCode).toBe(404);
    expect((await fetched(shop.browser(), url)).statusCode).toBe(401);
  });

  it.each([
    ['a drawing with script in it', SVG, 'a.svg'],
    ['a drawing that calls itself PNG', SVG, 'a.png'],
    ['a page that calls itself PNG', HTML, 'a.png'],
    ['a PDF that runs something', ACTIVE_PDF, 'a.pdf'],
    ['plain text', Buffer.from('hello'), 'a.png'],
    ['nothing', Buffer.alloc(0), 'a.png'],
  ])('refuses %s, whatever its name and its type say', async (_, bytes, name) => {
    expect(await upload(demo, 'certificate', bytes, name)).toMatchObject({
      code: 422,
      data: { errors: { file: [expect.any(String)] } },
    });
  });

  it('judges by kind: a PDF is no picture, a member places no advertisement, an unknown kind is none', async () => {
    expect((await upload(demo, 'avatar', PDF)).code).toBe(422);
    expect((await upload(demo, 'ad', PNG)).code).toBe(403);
    expect((await upload(ops, 'constructor', PNG)).code).toBe(422);
    expect((await upload(shop.browser(), 'certificate', PDF)).code).toBe(401);
    expect((await upload(demo, 'certificate', 'a text instead of a file')).code).toBe(422);
  });

  it('takes 10 MB and not a byte more', async () => {
    const limit = 10 * 1024 * 1024;
    const padded = (size: number) => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);
    expect((await upload(demo, 'certificate', padded(limit))).code).toBe(201);
    expect(await upload(demo, 'certificate', padded(limit + 1))).toMatchObject({ code: 413 });
  });

  it('takes for an advertisement only what was uploaded as one', async () => {
    const { data } = await upload(demo, 'certificate', PNG);
    for (const image of [data?.url ?? '', '/api/upload/nothing', 'https://evil.example/a.png']) {
      const reply = await ops.call('ops-ad.save', {
        params: { slot: 'index' },
        body: { title: '图', image },
      });
      expect([image, reply.code]).toEqual([image, 422]);
    }
  });

  it('knows no file by a guessed or a crooked name', async () => {
    for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', '..%2f..%2fetc%2fpasswd', 'x']) {
      expect((await fetched(ops, `/api/upload/${id}`)).statusCode).toBe(404);
    }
  });
});
