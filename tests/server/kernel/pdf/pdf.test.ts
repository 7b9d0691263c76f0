import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { PdfPage } from '#server/kernel/pdf/pdf.ts';
import { textOf } from './text-of.ts';

const wordsOf = async (page: PdfPage) => (await textOf(await page.bytes())).map(({ text }) => text).join('');

it('writes Chinese that can be copied out again', async () => {
  const text = '药品检验报告书：板蓝根颗粒 10g×20袋（¥1,234.56），龘';
  expect(await wordsOf(new PdfPage().text(50, 60, text, { size: 20 }))).toBe(text);
});

it('draws a box for what the font lacks, and a space for what is no sign', async () => {
  expect(await wordsOf(new PdfPage().text(50, 60, '甲\u{10FFFD}乙\n丙\t丁\0'))).toBe('甲□乙 丙 丁 ');
});

it('writes micrograms, whose letter the font has as a sign', async () => {
  expect(await wordsOf(new PdfPage().text(50, 60, '50μg'))).toBe('50µg');
});

it('brings the glyphs that it uses, and no others', async () => {
  const bytes = await new PdfPage().text(50, 60, '药品检验报告书').bytes();
  expect(bytes.length).toBeLessThan(20_000);
  const { context } = await PDFDocument.load(bytes);
  const fonts = context
    .enumerateIndirectObjects()
    .flatMap(([, one]) => (one instanceof PDFDict && one.has(PDFName.of('FontName')) ? one : []));
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font.lookup(PDFName.of('FontFile2'))).toBeInstanceOf(PDFRawStream);
});

it('writes the same bytes for the same page', async () => {
  const draw = () => new PdfPage().text(50, 60, '演示样张', { turn: 35, grey: 0.9 }).bytes();
  expect(Buffer.from(await draw()).equals(Buffer.from(await draw()))).toBe(true);
});

it('keeps the text of a table within its cells, in two smaller lines where one is too narrow', async () => {
  const long = '一个比这一格宽得多的名字';
  const page = new PdfPage();
  expect(
    page.table(
      50,
      90,
      [100, 70],
      [
        ['品名', '短'],
        ['品名', long],
        ['品名', long.repeat(3)],
      ],
    ),
  ).toBe(162);
  const pieces = await textOf(await page.bytes());
  const right = pieces.filter(({ x }) => x >= 150);
  const lines = Object.values(Object.groupBy(right, ({ y }) => y)).map((line) => ({
    text: line?.map(({ text }) => text).join('') ?? '',
    size: line?.[0]?.size,
  }));
  expect(lines).toHaveLength(5);
  expect(lines.every(({ text, size = 0 }) => text.length * size <= 60)).toBe(true);
  const texts = lines.map(({ text }) => text);
  expect(texts).toContain('短');
  expect(texts.join('')).toContain(long);
  expect(texts.filter((text) => text.endsWith('…'))).toHaveLength(1);
});

it('puts the middle of a centred text at its place', async () => {
  const [first, ...others] = await textOf(
    await new PdfPage().text(300, 60, '药药药药', { size: 20, align: 'center' }).bytes(),
  );
  expect(others).toEqual([]);
  expect(first?.x).toBeCloseTo(260, 0);
});
