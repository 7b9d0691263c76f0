import { describe, expect, it, test } from 'vitest';
import { PdfPage } from '#server/pdf/pdf.ts';
import { dayStart, lastMonths, monthOf, monthSpan, monthText } from '#server/services/months.ts';
import { orderRows } from '#server/services/purchase/table.ts';

describe('months in shop time', () => {
  it('begin at midnight in Beijing, whatever the machine’s zone', () => {
    const span = monthSpan('2026-12');
    expect(span).toEqual({
      from: Date.UTC(2026, 10, 30, 16) / 1000,
      until: Date.UTC(2026, 11, 31, 16) / 1000,
    });
    expect(monthOf(span?.from ?? 0)).toBe('2026-12');
    expect(monthOf((span?.from ?? 0) - 1)).toBe('2026-11');
    expect(lastMonths(Date.UTC(2027, 0, 15) / 1000, 3)).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(monthText('2026-03')).toBe('2026年3月');
  });

  test.each(['2026-13', '2026-00', 'abcd-ef', '2026-1'])('%s is none', (month) => {
    expect(monthSpan(month)).toBeNull();
  });

  test.each(['2026-02-30', '2026-2-1', ''])('%j is no day', (day) => {
    expect(dayStart(day)).toBeNull();
  });
});

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
