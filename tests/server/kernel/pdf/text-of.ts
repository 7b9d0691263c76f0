import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from '@cantoo/pdf-lib';

/** One piece of text as it stands on a page: what a reader copies out, its place and its size. */
export interface Piece {
  text: string;
  font: string;
  size: number;
  x: number;
  y: number;
}

const clear = (stream: PDFObject | undefined) => {
  if (!(stream instanceof PDFRawStream)) throw new Error('not a stream');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
};

/** The pieces of text on the only page of a file, told by the tables that its fonts bring for copying. */
export async function textOf(bytes: Uint8Array): Promise<Piece[]> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const [page, ...others] = document.getPages();
  if (!page || others.length > 0) throw new Error('not one page');
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict);
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const drawn = streams.map((one) => clear(document.context.lookup(one))).join('\n');
  const marks = /\/(\S+) ([\d.]+) Tf[\s\S]*?([-\d.]+) ([-\d.]+) Tm[\s\S]*?<([0-9A-F]*)> Tj/g;
  return [...drawn.matchAll(marks)].map(([, font = '', size, x, y, codes = '']) => {
    const signs = signsOf(fonts?.lookup(PDFName.of(font), PDFDict));
    const text = [...codes.matchAll(/.{4}/g)].map(([code]) => signs.get(code) ?? '?').join('');
    return { text, font, size: Number(size), x: Number(x), y: Number(y) };
  });
}

/** Code in the font -> what it stands for. */
function signsOf(font: PDFDict | undefined): Map<string, string> {
  const table = clear(font?.lookup(PDFName.of('ToUnicode')));
  return new Map(
    [...table.matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/g)].map(([, code = '', unicode = '']) => [
      code,
      PDFHexString.of(`FEFF${unicode}`).decodeText(),
    ]),
  );
}
