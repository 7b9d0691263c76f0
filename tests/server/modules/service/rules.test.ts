import { describe, expect, it } from 'vitest';
import { PdfPage } from '#server/kernel/pdf/pdf.ts';
import { orderRows } from '#server/modules/service/quick-order/table.ts';

describe('what a sheet orders', () => {
  it('finds its columns by their names, wherever they stand', () => {
    const table = [
      ['序号', '品名', '条形码', '采购数量'],
      ['1', '阿莫西林', '6901', '20'],
      ['', '', '', ''],
      ['2', '布洛芬', '6902', ''],
    ];
    expect(orderRows(table)).toEqual([
      { row: 2, code: '6901', number: '20' },
      { row: 4, code: '6902', number: '' },
    ]);
  });

  it('takes the first two columns where there are no names', () => {
    expect(orderRows([['P1', '3'], ['P2']])).toEqual([
      { row: 1, code: 'P1', number: '3' },
      { row: 2, code: 'P2', number: '' },
    ]);
    expect(orderRows([])).toEqual([]);
  });
});

it('writes a PDF whose table of objects points at them', () => {
  const page = new PdfPage().text(50, 60, '药品检验报告书', { size: 20 });
  page.table(50, 90, [100, 60], [['品名', '一个比这一格宽得多的名字']]);
  const file = Buffer.from(page.bytes()).toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1]);
  expect(file.slice(start, start + 4)).toBe('xref');
  const offsets = [...file.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  for (const [index, offset] of offsets.entries()) {
    expect(file.slice(offset, offset + `${index + 1} 0 obj`.length)).toBe(`${index + 1} 0 obj`);
  }
  const length = Number(/\/Length (\d+)/.exec(file)?.[1]);
  expect(file.slice(file.indexOf('stream\n') + 7).indexOf('\nendstream')).toBe(length);
  const hex = Buffer.from('药品', 'utf16le').swap16().toString('hex');
  expect(file).toContain(hex);
  expect(file).toContain(Buffer.from('…', 'utf16le').swap16().toString('hex'));
});
