import type { OrderDocument } from '#generated/schemas.ts';
import { formatDate, formatDateTime } from '#shop/domain/format.ts';
import { type DocumentFile, type DocumentRequest, parseId } from '../../../kernel/documents/documents.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import type { SheetTable, SheetValue } from '../../../kernel/sheets/table.ts';
import { writeWorkbook, XLSX } from '../../../kernel/sheets/write.ts';
import { type DocumentKind, readDocument } from './order-document.ts';

/** A document of an order as Excel; staff may have anybody's. The id is the order's, `<order>-<delivery>` for one delivery. */
export async function orderWorkbook(
  { db, site, member, id }: DocumentRequest,
  kind: DocumentKind,
): Promise<DocumentFile | Refused> {
  const [order = '', delivery] = id.split('-', 2);
  const orderId = parseId(order);
  const nth = delivery === undefined ? undefined : parseId(delivery);
  if (orderId === null || nth === null) return refuse('notFound');
  const companyId = member.role === 'staff' ? null : member.companyId;
  const answer = await readDocument(db, site, kind, { companyId, id: orderId, delivery: nth });
  if (!answer.ok) return answer;
  const document = answer.data;
  const bytes = await writeWorkbook([tableOf(document, kind)]);
  return { name: `${document.title}-${document.no}.xlsx`, type: XLSX, bytes };
}

const COLUMNS = [
  { header: '序号', width: 6, kind: 'number' },
  { header: '通用名称', width: 26 },
  { header: '剂型', width: 10 },
  { header: '规格', width: 18 },
  { header: '生产企业', width: 30 },
  { header: '批准文号', width: 20 },
  { header: '批号', width: 14 },
  { header: '生产日期', width: 12 },
  { header: '有效期至', width: 12 },
  { header: '储存条件', width: 16 },
  { header: '单位', width: 6 },
  { header: '数量', width: 10, kind: 'number' },
  { header: '单价', width: 11, kind: 'money' },
  { header: '金额', width: 13, kind: 'money' },
] as const;

function tableOf(document: OrderDocument, kind: DocumentKind): SheetTable {
  const dates =
    kind === 'delivery' && document.shipped_at !== null
      ? `发货日期：${formatDate(document.shipped_at)}　物流：${document.carrier}`
      : `下单：${formatDateTime(document.created_at)}`;
  return {
    name: document.title,
    landscape: true,
    title: `${document.seller} ${document.title}`,
    lines: [
      `单号：${document.no}　订单号：${document.order_no}　${dates}`,
      `供货单位：${document.seller}　许可证号：${document.licence}　发货仓库：${document.warehouse}`,
      `收货单位：${document.buyer}　许可证号：${document.buyer_licence}　统一社会信用代码：${document.buyer_code}`,
      `收货地址：${document.address}　收货人：${document.receiver}`,
      ...[document.cold, document.remark && `备注：${document.remark}`].filter((line) => line !== ''),
    ],
    columns: COLUMNS,
    rows: document.lines.map((line) => [
      line.position,
      line.full_name,
      line.dosage_form,
      line.ypgg,
      line.holder,
      line.approval_number,
      line.batch_number,
      line.made,
      line.expires,
      line.storage,
      line.unit,
      line.number,
      line.price,
      line.amount,
    ]),
    totals: [
      totalRow('合计', document.goods_amount, document.number),
      ...(kind === 'delivery'
        ? []
        : [
            totalRow('优惠', -document.reduce),
            totalRow('运费', document.shipping_fee),
            totalRow(document.payable_text, document.payable),
          ]),
    ],
    closing: [
      `金额大写：${kind === 'delivery' ? document.goods_capital : document.payable_capital}`,
      kind === 'delivery'
        ? '供货单位（出库专用章）：　　　　　　　质管：　　　　　　复核：　　　　　　收货人签字：　　　　　　'
        : '制单：　　　　　　审核：　　　　　　需方盖章：　　　　　　',
    ],
  };
}

/** A row of totals, with numbers in their columns. */
function totalRow(label: string, amount: number, number: SheetValue = ''): SheetValue[] {
  const row: SheetValue[] = COLUMNS.map(() => '');
  row[1] = label;
  row[COLUMNS.length - 3] = number;
  row[COLUMNS.length - 1] = amount;
  return row;
}
