import { describe, expect, it } from 'vitest';
import { orderRows } from '#server/modules/service/quick-order/parse-table.ts';

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
