import { defineDocument } from '../../../kernel/documents/documents.ts';
import { refuse } from '../../../kernel/result/answer.ts';
import { writeWorkbook, XLSX } from '../../../kernel/sheets/write.ts';

/** Workbook templates; the id is their purpose. */
export default defineDocument({
  access: 'member',
  async make({ db, id }) {
    if (id !== 'cart') return refuse('notFound');
    const goods = await db
      .selectFrom('goods')
      .where('in_stock', '=', true)
      .where('on_sale', '=', true)
      .orderBy('sales', 'desc')
      .orderBy('id')
      .limit(2)
      .select(['code', 'barcode', 'zbz'])
      .execute();
    const bytes = await writeWorkbook([
      {
        name: '采购',
        columns: [
          { header: '编码', width: 22 },
          { header: '数量', width: 10, kind: 'number' },
        ],
        rows: goods.map(({ code, barcode, zbz }, index) => [index === 0 ? code : barcode, zbz]),
      },
    ]);
    return { name: '采购导入模板.xlsx', type: XLSX, bytes };
  },
});
