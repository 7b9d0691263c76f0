import { describe, expect, it } from 'vitest';
import { pastedTable, readOrderSheet } from '#server/modules/service/quick-order/parse-table.ts';

const rowsOf = (table: string[][]) =>
  readOrderSheet(table).rows.map(({ row, code, number }) => ({ row, code, number }));

describe('what a sheet orders', () => {
  it('finds its columns by their names, wherever they stand', () => {
    const table = [
      ['序号', '品名', '条形码', '采购数量'],
      ['1', '阿莫西林', '6901', '20'],
      ['', '', '', ''],
      ['2', '布洛芬', '6902', ''],
    ];
    expect(rowsOf(table)).toEqual([
      { row: 2, code: '6901', number: '20' },
      { row: 4, code: '6902', number: '' },
    ]);
    expect(readOrderSheet(table).roles).toEqual(['', 'name', 'barcode', 'number']);
  });

  it('takes the first two columns where there are no names', () => {
    expect(rowsOf([['P1', '3'], ['P2']])).toEqual([
      { row: 1, code: 'P1', number: '3' },
      { row: 2, code: 'P2', number: '' },
    ]);
    expect(rowsOf([])).toEqual([]);
  });

  it('tells columns without names apart by what they hold, in any order', () => {
    const { roles, rows } = readOrderSheet(
      pastedTable(
        [
          '1\t华北制药\t阿莫西林胶囊\t２０\t0.25g*24粒\t6901234567890',
          '2\t南方药业\t布洛芬片\t5\t0.1g*20片\t',
        ]
          .concat('3\t南方药业\t维生素C片\t7\t100mg*100片\t6901234567892')
          .join('\n'),
      ),
    );
    expect(roles).toEqual(['', 'maker', 'name', 'number', 'spec', 'barcode']);
    expect(rows[0]).toEqual({
      row: 1,
      cells: ['1', '华北制药', '阿莫西林胶囊', '２０', '0.25g*24粒', '6901234567890'],
      code: '6901234567890',
      number: '20',
      name: '阿莫西林胶囊',
      spec: '0.25g*24粒',
      maker: '华北制药',
    });
  });

  it('reads full-width digits, and falls back on the bar code where a row has no code', () => {
    const table = pastedTable('编码\t条码\t数量\nＳＷ０００１\t\t１２\n\t６９０１\t３');
    expect(rowsOf(table)).toEqual([
      { row: 2, code: 'SW0001', number: '12' },
      { row: 3, code: '6901', number: '3' },
    ]);
  });

  it('keeps a cell with one space whole where cells stand several spaces apart', () => {
    expect(pastedTable('阿莫西林 胶囊   20\n布洛芬  5')).toEqual([
      ['阿莫西林 胶囊', '20'],
      ['布洛芬', '5'],
    ]);
  });

  it('goes by what the buyer says of a column', () => {
    const { rows } = readOrderSheet([['12', '3456', '7']], ['number', 'code', '']);
    expect(rows).toMatchObject([{ code: '3456', number: '12' }]);
  });
});
