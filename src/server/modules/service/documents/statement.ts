import type { Statement } from '#generated/schemas.ts';
import { formatDateTime } from '#shop/domain/format.ts';
import { defineDocument } from '../../../kernel/documents/documents.ts';
import { refuse } from '../../../kernel/result/answer.ts';
import type { SheetTable } from '../../../kernel/sheets/table.ts';
import { writeWorkbook, XLSX } from '../../../kernel/sheets/write.ts';
import { readStatement } from '../statements/read.ts';

/** 对账单 of a month as Excel; the id is the month. */
export default defineDocument({
  access: 'member',
  async make({ db, site, member, now, id }) {
    const statement = await readStatement(db, site, { companyId: member.companyId, month: id, now });
    if (!statement) return refuse('notFound');
    const bytes = await writeWorkbook([detailSheet(statement), balanceSheet(statement)]);
    return { name: `对账单-${statement.buyer}-${statement.month}.xlsx`, type: XLSX, bytes };
  },
});

function detailSheet(statement: Statement): SheetTable {
  return {
    name: '对账明细',
    title: `${statement.seller} ${statement.text}对账单`,
    lines: [
      `供方：${statement.seller}　许可证号：${statement.licence}`,
      `需方：${statement.buyer}　许可证号：${statement.buyer_licence}　统一社会信用代码：${statement.buyer_code}`,
      `期间：${statement.from} 至 ${statement.until}　生成：${formatDateTime(statement.made_at)}`,
    ],
    columns: [
      { header: '时间', width: 20 },
      { header: '订单号', width: 22 },
      { header: '类别', width: 8 },
      { header: '方式', width: 12 },
      { header: '金额', width: 14, kind: 'money' },
      { header: '说明', width: 40 },
    ],
    rows: statement.list.map((line) => [
      formatDateTime(line.at),
      line.order_no,
      line.kind_text,
      line.method_text,
      line.amount,
      line.memo,
    ]),
    totals: [
      ['货款合计', '', '', '', statement.paid, ''],
      ['退款合计', '', '', '', -statement.refunded, ''],
      ['净额', '', '', '', statement.net, ''],
    ],
    closing: [
      `净额大写：${statement.net_capital}`,
      `本月 ${statement.orders} 个订单，${statement.total} 笔。请核对后盖章寄回；如有不符，请于 15 日内联系客户经理。`,
      '供方（盖章）：　　　　　　　　　　　需方（盖章）：　　　　　　　　　　　日期：　　　　　　',
    ],
  };
}

function balanceSheet({ wallet, credit }: Statement): SheetTable {
  return {
    name: '账户余额',
    columns: [
      { header: '账户', width: 14 },
      { header: '期初', kind: 'money' },
      { header: '本期增加', kind: 'money' },
      { header: '本期减少', kind: 'money' },
      { header: '期末', kind: 'money' },
    ],
    rows: [
      ['余额', wallet.opening, wallet.gained, wallet.spent, wallet.closing],
      ['账期欠款', credit.opening, credit.gained, credit.spent, credit.closing],
    ],
  };
}
