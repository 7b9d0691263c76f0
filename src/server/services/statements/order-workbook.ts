import { formatDateTime } from '#domain/format.ts';
import { type Refused, refuse } from '../../answer.ts';
import { type DocumentFile, type DocumentRequest, numberOf } from '../../documents.ts';
import { writeWorkbook, XLSX } from '../../sheets/write.ts';
import { type DocumentKind, readDocument } from './order-document.ts';

/** A document of an order as Excel; staff may have anybody's. */
export async function orderWorkbook(
  { db, site, member, id }: DocumentRequest,
  kind: DocumentKind,
): Promise<DocumentFile | Refused> {
  const orderId = numberOf(id);
  if (orderId === null) return refuse('notFound');
  const companyId = member.role === 'staff' ? null : member.companyId;
  const answer = await readDocument(db, site, kind, { companyId, id: orderId });
  if (!answer.ok) return answer;
  const document = answer.data;
  const bytes = await writeWorkbook([
    {
      name: document.title,
      lines: [
        document.title,
        `供方：${document.seller}　许可证：${document.licence}　发货仓库：${document.warehouse}`,
        `需方：${document.buyer}　收货：${document.receiver}　${document.address}`,
        `订单号：${document.no}　下单：${formatDateTime(document.created_at)}`,
      ],
      columns: [
        { header: '序号', width: 6, kind: 'number' },
        { header: '品名', width: 26 },
        { header: '规格', width: 18 },
        { header: '生产厂家', width: 26 },
        { header: '批准文号', width: 20 },
        { header: '批号', width: 14 },
        { header: '生产日期', width: 12 },
        { header: '有效期至', width: 12 },
        { header: '单位', width: 6 },
        { header: '数量', width: 10, kind: 'number' },
        { header: '单价', width: 10, kind: 'money' },
        { header: '金额', width: 12, kind: 'money' },
      ],
      rows: document.lines.map((line) => [
        line.position,
        line.name,
        line.ypgg,
        line.sccj,
        line.approval_number,
        line.batch_number,
        line.made,
        line.expires,
        line.unit,
        line.number,
        line.price,
        line.amount,
      ]),
      totals: [['', '合计', '', '', '', '', '', '', '', document.number, '', document.goods_amount]],
    },
  ]);
  return { name: `${document.title}-${document.no}.xlsx`, type: XLSX, bytes };
}
