import { formatDate, formatYuan } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { A4 } from '../../../kernel/pdf/marks.ts';
import { PdfPage } from '../../../kernel/pdf/pdf.ts';
import type { InvoiceIssuer, InvoiceToIssue } from './issuer.ts';
import { KIND_TEXT } from './labels.ts';

/** Value-added tax on medicines. */
const TAX_PERCENT = 13;

/** Orders listed on the page; the rest is summed up. */
const MAX_LINES = 14;

/** Issues a sample PDF that is marked as one and not registered with a tax authority. */
export const demoIssuer: InvoiceIssuer = {
  async issue(invoice) {
    const number = `演示${String(invoice.id).padStart(8, '0')}`;
    const file = { name: `发票-${number}.pdf`, type: 'application/pdf', bytes: await draw(invoice, number) };
    return { number, file };
  },
};

const yuan = (fen: number) => formatYuan(toYuan(fen));

function draw(invoice: InvoiceToIssue, number: string): Promise<Uint8Array> {
  const { amount, lines } = invoice;
  const net = Math.round((amount * 100) / (100 + TAX_PERCENT));
  const page = new PdfPage();
  page.text(150, 480, '演 示 样 张', { size: 64, grey: 0.9, turn: 35 });
  page.text(A4.width / 2, 76, `${KIND_TEXT[invoice.kind]}（演示）`, { size: 20, align: 'center' });
  page.text(A4.width / 2, 98, '演示样张，未经税务机关开具，不得用于报销和抵扣', {
    size: 9,
    grey: 0.4,
    align: 'center',
  });
  page.text(370, 124, `发票号码：${number}`);
  page.text(370, 140, `开票日期：${formatDate(invoice.now)}`);
  let y = page.table(
    50,
    156,
    [80, 415],
    [
      ['购买方', invoice.title],
      ['纳税人识别号', invoice.taxNumber],
      ['地址、电话', invoice.address],
      ['开户行及账号', invoice.bank],
      ['销售方', invoice.seller],
    ],
  );
  const shown = lines
    .slice(0, MAX_LINES)
    .map((line) => [`药品一批（订单 ${line.orderNo}）`, yuan(line.amount)]);
  const rest = lines.slice(MAX_LINES);
  const more =
    rest.length > 0
      ? [[`其余 ${rest.length} 个订单`, yuan(rest.reduce((sum, line) => sum + line.amount, 0))]]
      : [];
  y = page.table(50, y + 20, [365, 130], [['项目名称', '金额（元，含税）'], ...shown, ...more]);
  page.table(
    50,
    y + 20,
    [125, 120, 125, 125],
    [
      ['合计金额（不含税）', yuan(net), `税额（${TAX_PERCENT}%）`, yuan(amount - net)],
      ['价税合计', `¥${yuan(amount)}`, '', ''],
    ],
  );
  return page.bytes();
}
