import { deflateSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#server/kernel/sheets/read.ts';
import { writeCsv } from '#server/kernel/sheets/write.ts';
import { PARTS } from '#server/modules/index.ts';
import exportTask from '#server/modules/insights/tasks.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { addressOf, fillCart, order } from '../support/buyer.ts';
import { shopRegistry } from '../support/registry.ts';
import { companyOf, makeGoods, makeShelf } from '../support/shelf.ts';
import { START } from '../support/store.ts';

const PNG = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

let shop: TestApp;
let demo: Browser;
let ops: Browser;
beforeAll(async () => {
  shop = await startApp({ seed: makeShelf });
  demo = await shop.as('demo');
  ops = await shop.as('ops');
});
afterAll(() => shop.close());

interface Sent {
  code: number;
  data: { url: string; name: string } | null;
}

async function upload(who: Browser, kind: string, bytes: Uint8Array, name = 'a.png'): Promise<Sent> {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const request = new Request('http://shop/', { method: 'POST', body: form });
  return who.send({
    method: 'POST',
    path: '/api/upload',
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  });
}

const fetched = (who: Browser, url: string) =>
  shop.app.inject({ url, headers: who.cookie === undefined ? {} : { cookie: `sid=${who.cookie}` } });

/** A picture that says it is this large: the bytes of a small one, with another header. */
function pngOfSize(width: number, height: number): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('hostile uploads', () => {
  it.each([
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture with a page behind its end', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])],
    ['a picture with a page in its comment', Buffer.concat([PNG, Buffer.from('<!DOCTYPE html><html >')])],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['a shell script', Buffer.from('#!/bin/sh\nid\n')],
    ['a workbook', zipSync({ 'xl/workbook.xml': strToU8('<x/>') })],
    [
      'a PDF that opens something',
      Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(x)>>>>endobj\n%%EOF'),
    ],
    [
      'a PDF that starts a program',
      Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(x)>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
      ),
    ],
  ])('%s in place of a certificate', async (_, bytes) => {
    expect((await upload(demo, 'certificate', bytes)).code).toBe(422);
  });

  it.each([
    [60_000, 60_000],
    [1, 2_147_483_647],
    [16_001, 1],
    [0, 0],
  ])('a picture of %i × %i pixels in a few bytes', async (width, height) => {
    expect((await upload(demo, 'avatar', pngOfSize(width, height))).code).toBe(422);
  });

  it.each([
    '../../etc/passwd',
    '..\\..\\boot.ini',
    'a\r\nset-cookie: sid=x',
    'a"; filename="b.html',
    'a\u0000.html',
    '\u202Egnp.exe',
  ])('a file whose name is %j', async (name) => {
    const sent = await upload(demo, 'certificate', PNG, name);
    expect(sent.code).toBe(201);
    expect(sent.data?.name).not.toMatch(/[\\/\p{Cc}\p{Cf}]/u);
    const { headers, statusCode } = await fetched(demo, sent.data?.url ?? '');
    expect(statusCode).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    expect(String(headers['content-disposition'])).toMatch(/^attachment; filename\*=UTF-8''[\w.%~!-]+$/);
  });

  it('a private file by its address alone', async () => {
    const { data } = await upload(demo, 'certificate', PNG);
    for (const who of [shop.browser(), await shop.as('newbie')])
      for (const view of ['', '/view', '?w=240'])
        expect((await fetched(who, `${data?.url}${view}`)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('a file that runs where it is shown', async () => {
    const { data } = await upload(ops, 'ad', PNG);
    const { headers } = await fetched(shop.browser(), data?.url ?? '');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

describe('SSRF', () => {
  it.each([
    'http://127.0.0.1:5432/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_FLUSHALL',
    '//127.0.0.1/a.png',
    'https://evil.example/a.png',
  ])('a picture that the server is to fetch: %s', async (image) => {
    const ad = await ops.call('ops-ad.save', { params: { slot: 'index' }, body: { title: '图', image } });
    expect(ad.code).toBe(422);
    const face = await demo.send({
      method: 'POST',
      path: '/api/user/updateUserInfo',
      body: JSON.stringify({ name: '李采购', face: image }),
      headers: { 'content-type': 'application/json' },
    });
    expect(face.code).toBe(422);
  });

  it('an upload that names an address in place of its bytes', async () => {
    const reply = await demo.send({
      method: 'POST',
      path: '/api/upload',
      body: 'kind=avatar&file=http://127.0.0.1/a.png',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(reply.code).toBe(415);
  });
});

/** A workbook with this sheet and these shared strings. */
const workbook = (sheet: string, more: Record<string, string> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml':
          '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        'xl/workbook.xml':
          '<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': sheet,
        ...more,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  );
const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const sheetOf = (rows: string, before = '') =>
  `<?xml version="1.0"?>${before}<worksheet ${SHEET}><sheetData>${rows}</sheetData></worksheet>`;
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe('bombs', () => {
  const within = async (bytes: Uint8Array) => {
    const began = process.cpuUsage();
    const read = await readSheet(bytes);
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(6);
    return read;
  };

  it('a workbook that reads as it is', async () => {
    const read = await within(
      workbook(sheetOf(`<row r="1">${cell('A1', '编码')}${cell('B1', '数量')}</row>`)),
    );
    expect(read).toEqual({ rows: [['编码', '数量']] });
  });

  it('a workbook that unpacks to a gigabyte', async () => {
    const zeros = new Uint8Array(40 * 1024 * 1024);
    expect(await within(zipSync({ 'xl/worksheets/sheet1.xml': zeros }, { level: 1 }))).toHaveProperty(
      'problem',
    );
  });

  it('a workbook with one cell at the far corner', async () => {
    const far = workbook(sheetOf(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`));
    expect(await within(far)).toHaveProperty('problem');
  });

  it('a workbook that says it is as large as a sheet can be', async () => {
    const wide = workbook(
      sheetOf(`<row r="1">${cell('A1', 'x')}</row>`).replace(
        '<sheetData>',
        '<dimension ref="A1:XFD1048576"/><sheetData>',
      ),
    );
    expect(await within(wide)).toHaveProperty('problem');
  });

  it('a workbook with ten thousand parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a${at}`, 'x']));
    expect(await within(workbook(sheetOf(''), parts))).toHaveProperty('problem');
  });

  it('a workbook whose entities unfold without end', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    ).join('');
    const bomb = workbook(
      sheetOf(`<row r="1">${cell('A1', '&l9;')}</row>`, `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]>`),
    );
    expect(JSON.stringify(await within(bomb)).length).toBeLessThan(1000);
  });

  it('a workbook that reads a file of the server', async () => {
    const xxe = workbook(
      sheetOf(
        `<row r="1">${cell('A1', '&f;')}</row>`,
        '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>',
      ),
    );
    expect(JSON.stringify(await within(xxe))).not.toContain('root:');
  });

  it('a CSV of one endless line, and one of a quote that does not end', async () => {
    expect(await within(strToU8('a,'.repeat(2_000_000)))).toHaveProperty('problem');
    expect(await within(strToU8(`"${'a\n'.repeat(1_000_000)}`))).toHaveProperty('problem');
  });

  it('a body that unpacks in the server', async () => {
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const reply = await demo.send({
        method: 'POST',
        path: '/api/cart',
        body: deflateSync(Buffer.alloc(1_000_000, ' ')),
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      });
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(reply.status).toBeLessThan(500);
    }
  });
});

/** Texts that a spreadsheet program would run. */
const FORMULAS = [
  '=HYPERLINK("http://evil.example")',
  '+1+cmd|"/C calc"!A0',
  '-2+3+cmd',
  '@SUM(1)',
  '\t=1+1',
  '＝1+1',
];

describe('formulas in exports', () => {
  /** The texts of the cells of a workbook. */
  const cellsOf = (bytes: Uint8Array) =>
    Object.entries(unzipSync(bytes))
      .filter(([name]) => /sheet\d+\.xml|sharedStrings/.test(name))
      .map(([, part]) => new TextDecoder().decode(part))
      .join('');
  const runs = (text: string) => [
    ...text.matchAll(/<(?:t|v)[^>]*>([=+@＝＋－＠\t][^<]*|-[^<\d][^<]*|-\d[^<]*[^<\d.][^<]*)</g),
  ];

  let orderId: number;
  beforeAll(async () => {
    const [formula = ''] = FORMULAS;
    const { db } = shop;
    const company = await companyOf(db, 'demo');
    const address_id = await addressOf(db, 'demo');
    for (const name of FORMULAS) {
      const goods = await makeGoods(db, { name, price: 10, stock: 100, zbz: 1 });
      const ids = await fillCart(demo, { [goods]: 1 });
      const placed = await order(demo, { ids, address_id, remark: name });
      orderId = placed.data.ids[0] ?? 0;
    }
    await db
      .updateTable('companies')
      .set({ name: formula, credit_code: formula })
      .where('id', '=', company)
      .execute();
    await db.updateTable('members').set({ name: formula }).where('company_id', '=', company).execute();
    await db
      .updateTable('addresses')
      .set({ name: formula, detail: formula })
      .where('company_id', '=', company)
      .execute();
    await db
      .updateTable('orders')
      .set((eb) => ({ status: 40, paid_fen: eb.ref('payable_fen'), pay_before: null }))
      .where('id', '=', orderId)
      .execute();
  });

  it.each(['orders', 'members', 'stock'] as const)('the back office’s list of %s', async (what) => {
    const { db } = shop;
    const { site } = await shopRegistry();
    const written = await exportTask.run({
      id: 1,
      done: 0,
      db,
      site,
      now: START,
      input: { what, from: '', until: '' },
      uploads: shop.uploads,
      pageTables: shop.app.pageTables,
      owner: { memberId: 1, companyId: 1 },
      progress: () => Promise.resolve(),
    });
    const text = cellsOf(written.file?.bytes ?? new Uint8Array());
    expect(text).toMatch(/HYPERLINK/);
    expect(runs(text)).toEqual([]);
  });

  it('every document of the shop that is a workbook', async () => {
    const seen: string[] = [];
    for (const name of PARTS.documents.keys()) {
      for (const id of [String(orderId), '2026-11', 'cart']) {
        const answer = await fetched(demo, `/api/document/${name}/${id}`);
        if (answer.statusCode !== 200 || !String(answer.headers['content-type']).includes('sheet')) continue;
        seen.push(name);
        expect([name, runs(cellsOf(new Uint8Array(answer.rawPayload)))]).toEqual([name, []]);
      }
    }
    expect(seen).toEqual(expect.arrayContaining(['sheet']));
  });

  it.each(FORMULAS)('a CSV with %j in it', (formula) => {
    const csv = new TextDecoder().decode(
      writeCsv({
        name: 'a',
        columns: [{ header: 'a' }],
        rows: [[formula], [`a,${formula}`], [`a\n${formula}`]],
      }),
    );
    expect(csv.split('\n')[1]).toMatch(/^"?'/);
  });
});
