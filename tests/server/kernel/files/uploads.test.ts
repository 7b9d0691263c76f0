import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
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

  describe('in another size', () => {
    /** A picture of this width, of noise, which does not compress to nothing. */
    const pictureOf = (width: number) =>
      sharp({
        create: {
          width,
          height: 300,
          channels: 3,
          background: 'white',
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .jpeg()
        .toBuffer();

    const sized = (url: string, width: number | string, accept = '*/*') =>
      shop.app.inject({ url: `${url}?w=${width}`, headers: { accept } });

    it.each([
      ['image/avif,image/webp,*/*', 'image/avif', 'heif'],
      ['image/webp,*/*', 'image/webp', 'webp'],
      ['*/*', 'image/jpeg', 'jpeg'],
    ])('is given in the best format that the browser accepts: %s', async (accept, type, format) => {
      const { data } = await upload(ops, 'ad', await pictureOf(1200), 'wide.jpg');
      const answer = await sized(data?.url ?? '', 240, accept);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringContaining('Accept'),
      });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 240, format });
      expect((await sized(data?.url ?? '', 240, accept)).rawPayload).toEqual(answer.rawPayload);
    });

    it('is never larger than the upload', async () => {
      const { data } = await upload(ops, 'ad', await pictureOf(200), 'small.jpg');
      const answer = await sized(data?.url ?? '', 1920);
      expect((await sharp(answer.rawPayload).metadata()).width).toBe(200);
    });

    it.each(['241', '0', '-240', '240.0', 'all', '240&w=480'])(
      'has a width of the list: not %s',
      async (width) => {
        const { data } = await upload(ops, 'ad', PNG);
        expect((await sized(data?.url ?? '', width)).statusCode).toBe(400);
      },
    );

    it('is made of no private file, for nobody', async () => {
      const picture = await pictureOf(600);
      const { data } = await upload(demo, 'certificate', picture, 'licence.jpg');
      const url = `${data?.url}?w=240`;
      expect((await fetched(shop.browser(), url)).statusCode).toBe(401);
      const own = await fetched(demo, url);
      expect(own.headers['cache-control']).toBe('private, no-store');
      expect(own.rawPayload).toEqual(picture);
    });

    it('is the upload itself where it cannot be made', async () => {
      const { data } = await upload(ops, 'ad', PNG);
      await shop.uploads.put(data?.id ?? '', new TextEncoder().encode('broken'));
      const answer = await sized(data?.url ?? '', 240);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload.toString()).toBe('broken');
      expect(answer.headers['cache-control']).toBe('public, max-age=60');
    });

    it('is made once for all who ask at once', async () => {
      const { data } = await upload(ops, 'ad', await pictureOf(1500), 'rush.jpg');
      const answers = await Promise.all(Array.from({ length: 12 }, () => sized(data?.url ?? '', 480)));
      for (const { rawPayload } of answers) expect(rawPayload).toEqual(answers[0]?.rawPayload);
    });
  });

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

  it('writes down each look of staff at a private file of a customer, and nobody else’s', async () => {
    const sent = await upload(demo, 'certificate', PDF, '许可证.pdf');
    const { id = '', url = '' } = sent.data ?? {};
    await fetched(demo, url);
    await fetched(ops, url);
    await fetched(ops, `${url}/view`);
    const { data } = await ops.call('ops.log');
    const looks = data.list.filter(({ action_text }) => action_text === '查看');
    expect(looks.slice(0, 2)).toEqual(
      Array(2).fill(
        expect.objectContaining({
          username: 'ops',
          subject_text: '证照',
          label: expect.stringContaining('许可证.pdf'),
        }),
      ),
    );
    const rows = await shop.db.selectFrom('audit_log').select('id').where('subject_id', '=', id).execute();
    expect(rows).toHaveLength(2);
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

  it('are refused while they still come, as soon as they are too large', async () => {
    const { port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1');
    const answer = text(socket).catch(() => '');
    const broken = new Promise((resolve) => socket.once('error', resolve).once('close', resolve));
    socket.write(
      `POST /api/upload HTTP/1.1\r\nHost: shop\r\nCookie: sid=${demo.cookie}\r\nContent-Length: 1000000000\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\n\r\n' +
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    );
    let head = '';
    socket.once('data', (bytes: Buffer) => {
      head = bytes.toString();
    });
    const chunk = Buffer.alloc(65_536, 'a');
    let sent = 0;
    const pump = () => {
      while (!socket.destroyed && sent < 900_000_000 && socket.write(chunk)) sent += chunk.length;
    };
    socket.on('drain', pump);
    pump();
    await Promise.all([answer, broken]);
    expect(head).toContain(' 413 ');
    expect(sent).toBeLessThan(64_000_000);
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
