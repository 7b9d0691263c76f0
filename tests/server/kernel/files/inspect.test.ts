import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '#server/kernel/files/inspect.ts';
import { PdfPage } from '#server/kernel/pdf/pdf.ts';
import { openAccount, PNG, sendFile, startRegister } from '../../modules/customers/registration/support.ts';
import type { TestApp } from '../../support/app.ts';

/** A picture that claims this size in its head, whatever follows. */
function claiming(width: number, height: number): Buffer {
  const picture = Buffer.from(PNG);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

const pdf = (...objects: string[]) => Buffer.from(`%PDF-1.7\n${objects.join('\n')}\n%%EOF`, 'latin1');

const PACKED = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode';

const packed = (content: string, dictionary = PACKED) =>
  `5 0 obj<<${dictionary}>>stream\n${deflateSync(Buffer.from(content)).toString('latin1')}\nendstream endobj`;

/** 2 kB that unpack to 300 MB. */
const twicePacked = `5 0 obj<</Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]>>stream
${deflateSync(deflateSync(Buffer.alloc(300_000_000, ' '), { level: 1 })).toString('latin1')}\nendstream endobj`;

describe('what a file is', () => {
  it('is told by its content', async () => {
    expect(await inspect(PNG)).toEqual({ type: 'image/png' });
    expect(await inspect(pdf('1 0 obj<</Type/Catalog>>endobj'))).toEqual({ type: 'application/pdf' });
    expect(
      await inspect(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')),
    ).toEqual({
      refused: 'unknown',
    });
    expect(await inspect(Buffer.from('<!doctype html><script>1</script>'))).toEqual({ refused: 'unknown' });
  });

  it.each([
    ['a script behind a picture', Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])],
    ['a page behind a picture', Buffer.concat([PNG, Buffer.from('<!DOCTYPE html><body onload=x>')])],
    ['a script in a PDF', pdf('1 0 obj<</OpenAction<</S/JavaScript/JS(x)>>>>endobj')],
    ['a script in a PDF, its name written in another way', pdf('1 0 obj<</S/J#61vaScript/J#53(x)>>endobj')],
    ['a script in a packed object', pdf(packed('1 0 <</S/JavaScript/JS(x)>>'))],
    ['a program to start', pdf('1 0 obj<</S/Launch/F(cmd.exe)>>endobj')],
    ['a file in a PDF', pdf('1 0 obj<</Type/EmbeddedFile>>endobj')],
    [
      'a script that a later object of its number covers',
      pdf('2 0 obj<</S/JavaScript/JS(x)>>endobj', '2 0 obj<<>>endobj'),
    ],
    ['a packed script that a later object covers', pdf(packed('2 0 <</S/JavaScript>>'), '2 0 obj<<>>endobj')],
    [
      'an address that is called when it opens',
      pdf('1 0 obj<</OpenAction 2 0 R>>endobj', '2 0 obj<</S/URI/URI(http://a)>>endobj'),
    ],
    ['an address that is called when a page is shown', pdf('1 0 obj<</AA<</O<</S/URI>>>>>>endobj')],
    ['a form that is sent', pdf('1 0 obj<</A<</S/SubmitForm/F(http://a)>>>>endobj')],
    ['a script in the trailer', pdf('1 0 obj<<>>endobj', 'trailer<</Root<</OpenAction<</S/JavaScript>>>>>>')],
  ])('is refused when it could act: %s', async (_, bytes) => {
    expect(await inspect(bytes)).toEqual({ refused: 'active' });
  });

  it.each([
    ['packed objects under lock', pdf(packed('1 0 <<>>'), 'trailer<</Encrypt 9 0 R>>')],
    ['an object stream that unpacks to much', pdf(packed(' '.repeat(20_000_000)))],
    ['an object stream that unpacks without end', pdf(twicePacked)],
    ['an object stream under a predictor', pdf(packed('1 0 <<>>', `${PACKED}/DecodeParms<</Predictor 12>>`))],
    ['an object stream without its type', pdf(packed('1 0 <<>>', '/N 1/First 4/Filter/FlateDecode'))],
    ['an object stream that is broken', pdf(`5 0 obj<<${PACKED}>>stream\nxxxx\nendstream endobj`)],
    ['an object that does not end', pdf('1 0 obj<</A<</B')],
    ['lists in lists without end', pdf(`1 0 obj${'['.repeat(200_000)}endobj`)],
    ['a script in a string', pdf('1 0 obj<</A(7 0 obj<</S/JavaScript>>endobj)>>endobj')],
    ['a trailer in a comment', pdf('% trailer <</Root<</OpenAction<</S/JavaScript>>>>>>')],
    ['a script in a comment', pdf('% 7 0 obj<</S/JavaScript>>endobj')],
    [
      'a script in a stream',
      pdf('1 0 obj<</Length 35>>stream\n7 0 obj<</S/JavaScript/JS(x)>>endobj\nendstream endobj'),
    ],
  ])('is refused when nobody can say what it does: %s', async (_, bytes) => {
    expect(await inspect(bytes)).toEqual({ refused: 'unreadable' });
  });

  it('is taken when it opens at a place of its own, or links to an address', async () => {
    const opens = pdf('1 0 obj<</Type/Catalog/OpenAction<</S/GoTo/D[3 0 R/Fit]>>>>endobj');
    expect(await inspect(opens)).toEqual({ type: 'application/pdf' });
    const links = pdf('1 0 obj<</Type/Annot/A<</S/URI/URI(http://a)>>>>endobj');
    expect(await inspect(links)).toEqual({ type: 'application/pdf' });
  });

  it('is taken with its changing locked, and not with its reading locked', async () => {
    const locked = async (passwords: { userPassword?: string; ownerPassword: string }) => {
      const document = await PDFDocument.create();
      document.addPage();
      document.encrypt(passwords);
      return inspect(await document.save());
    };
    expect(await locked({ ownerPassword: 'o' })).toEqual({ type: 'application/pdf' });
    expect(await locked({ userPassword: 'u', ownerPassword: 'o' })).toEqual({ refused: 'unreadable' });
  });

  it('is taken as it was drawn here, with packed objects and embedded fonts', async () => {
    const page = new PdfPage().text(50, 60, '药品检验报告书');
    expect(await inspect(await page.bytes())).toEqual({ type: 'application/pdf' });
  });

  it('may spell anything in the bytes of a picture within a PDF', async () => {
    const scan = `4 0 obj<</Subtype/Image/Filter/DCTDecode>>stream\n…/JS /Launch …\nendstream endobj`;
    expect(await inspect(pdf(scan))).toEqual({ type: 'application/pdf' });
    expect(await inspect(pdf(packed('1 0 <</Type/Page>>')))).toEqual({ type: 'application/pdf' });
  });

  it('is refused with an absurd size in pixels, however few its bytes', async () => {
    expect(await inspect(claiming(40_000, 40_000))).toEqual({ refused: 'huge' });
    expect(await inspect(claiming(1, 100_000))).toEqual({ refused: 'huge' });
    expect(await inspect(claiming(0, 0))).toEqual({ refused: 'huge' });
    expect(await inspect(claiming(8_000, 6_000))).toEqual({ type: 'image/png' });
  });
});

describe('a certificate that is sent', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startRegister();
  });
  afterAll(() => shop.close());

  it('is refused at its field, in words', async () => {
    const { browser } = await openAccount(shop);
    const said = async (bytes: Buffer, name: string) => {
      const { code, data } = await sendFile(browser, bytes, name);
      return [code, (data as unknown as { errors?: { file?: string[] } } | null)?.errors?.file?.[0]];
    };
    expect(await said(Buffer.from('MZ…'), '营业执照.png')).toEqual([
      422,
      '证照只能是 JPG、PNG、PDF，以文件内容为准',
    ]);
    expect(await said(claiming(40_000, 40_000), 'a.png')).toEqual([422, expect.stringContaining('像素')]);
    expect(await said(Buffer.concat([PNG, Buffer.from('<script>')]), 'a.png')).toEqual([
      422,
      expect.stringContaining('脚本'),
    ]);
    expect(await said(Buffer.alloc(0), 'a.png')).toEqual([422, '文件是空的']);
    const large = await sendFile(browser, Buffer.alloc(10 * 1024 * 1024 + 1), 'a.png');
    expect(large.code).toBe(413);
  });

  it("answers a stranger as if it were not there, and staff and its owner's company with the file", async () => {
    const { browser } = await openAccount(shop);
    const { data } = await sendFile(browser);
    const stranger = (await openAccount(shop)).browser;
    const others = await stranger.send({ method: 'GET', path: data.url });
    const absent = await stranger.send({ method: 'GET', path: '/api/upload/AAAAAAAAAAAAAAAAAAAAAA' });
    expect({ ...others, headers: null }).toEqual({ ...absent, headers: null });
    expect(others.status).toBe(404);
    const ops = await shop.as('ops');
    for (const one of [browser, ops]) {
      const response = await shop.app.inject({
        url: data.url,
        headers: { cookie: `sid=${one.cookie ?? ''}` },
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'image/png',
        'content-disposition': expect.stringContaining('attachment'),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
    }
  });

  it('is read within a page by those who may see it, and is absent to anybody else', async () => {
    const { browser } = await openAccount(shop);
    const { data } = await sendFile(browser, pdf('1 0 obj<</Type/Catalog>>endobj'), '执照.pdf');
    const path = `${data.url}/view`;
    const stranger = (await openAccount(shop)).browser;
    const others = await stranger.send({ method: 'GET', path });
    const absent = await stranger.send({ method: 'GET', path: '/api/upload/AAAAAAAAAAAAAAAAAAAAAA/view' });
    expect({ ...others, headers: null }).toEqual({ ...absent, headers: null });
    expect(others.status).toBe(404);
    const response = await shop.app.inject({ url: path, headers: { cookie: `sid=${browser.cookie ?? ''}` } });
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('inline'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
    });
    const picture = await sendFile(browser);
    const shown = await shop.app.inject({
      url: `${picture.data.url}/view`,
      headers: { cookie: `sid=${browser.cookie ?? ''}` },
    });
    expect(shown.headers['content-security-policy']).toContain('sandbox');
  });
});
