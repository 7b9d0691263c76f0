import { sql } from 'kysely';
import type { DocumentLine, OrderDocument, SiteConfig } from '#generated/schemas.ts';
import { capitalYuan } from '#shop/domain/capital.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { payableText } from '#shop/domain/order-state.ts';
import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { partiesOf } from './parties.ts';

/** `sheet`: what was ordered. `delivery`: what was shipped, by batch, as the law requires for every delivery. */
export type DocumentKind = 'sheet' | 'delivery';

const TITLES: Record<DocumentKind, string> = { sheet: '采购订单', delivery: '随货同行单' };

interface Row {
  name: string;
  generic_name: string;
  dosage_form: string;
  storage: string;
  mah: string;
  maker: string;
  spec: string;
  unit: string;
  approval_number: string;
  batch_number: string | null;
  made: string | null;
  expires: string | null;
  number: number;
  price_fen: number;
}

/** Identifies a document by its order and delivery. */
export interface DocumentQuery {
  /** null: of any company, for staff. */
  companyId: number | null;
  id: number;
  /** Counted from 1; the last one when left out. */
  delivery?: number | undefined;
}

/** A document of an order of the company. A delivery note belongs to one delivery and accompanies its goods. */
export async function readDocument(
  db: Db,
  site: SiteConfig,
  kind: DocumentKind,
  { companyId, id, delivery }: DocumentQuery,
): Promise<Answer<OrderDocument>> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('warehouses', 'warehouses.id', 'orders.warehouse_id')
    .where('orders.id', '=', id)
    .where(ofAnyCompany('orders.company_id', companyId))
    .selectAll('orders')
    .select('warehouses.name as warehouse')
    .executeTakeFirst();
  if (!order) return refuse('notFound', { message: '订单不存在' });
  const deliveries = await deliveriesOf(db, id);
  const at = kind === 'sheet' ? 0 : (delivery ?? deliveries.length);
  const sent = deliveries[at - 1];
  if (kind === 'delivery' && !sent) {
    const message = deliveries.length === 0 ? '订单还没有发货，发货后才有随货同行单' : '没有这一次发货';
    return refuse('notFound', { message });
  }
  const rows = await (sent ? sentRows(db, sent.id) : orderedRows(db, id));
  const goodsFen = rows.reduce((sum, { number, price_fen }) => sum + number * price_fen, 0);
  const cold = rows.some(({ storage }) => COLD.test(storage));
  return ok({
    id: order.id,
    no: sent ? `${order.no}-${at}` : order.no,
    order_no: order.no,
    title: TITLES[kind],
    ...(await partiesOf(db, site, order.company_id)),
    warehouse: order.warehouse,
    receiver: `${order.address_name} ${order.address_phone}`,
    address: order.address_region + order.address_detail,
    created_at: order.created_at,
    shipped_at: sent?.shipped_at ?? order.shipped_at,
    carrier: sent ? `${sent.carrier} ${sent.tracking_no}` : '',
    cold: cold ? '含冷藏品种，运输全程 2-8 ℃，请核对到货温度' : '',
    deliveries: deliveries.map(({ shipped_at }, index) => ({
      value: String(index + 1),
      label: `第 ${index + 1} 次发货 ${formatDate(shipped_at)}`,
    })),
    delivery: String(at),
    lines: rows.map(describe),
    number: rows.reduce((sum, { number }) => sum + number, 0),
    goods_amount: toYuan(goodsFen),
    goods_capital: capitalYuan(goodsFen),
    reduce: toYuan(order.goods_fen + order.shipping_fen - order.payable_fen),
    shipping_fee: toYuan(order.shipping_fen),
    payable: toYuan(order.payable_fen),
    payable_text: payableText(order.status),
    payable_capital: capitalYuan(order.payable_fen),
    remark: order.remark,
    file: `/api/document/${kind}/${order.id}${sent ? `-${at}` : ''}`,
  });
}

/** 2-8 ℃ in any notation. */
const COLD = /2\s*[-~～至]\s*8|冷藏/;

/** The deliveries of an order, in order. */
function deliveriesOf(db: Db, orderId: number) {
  return db
    .selectFrom('parcels')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .select(['id', 'shipped_at', 'carrier', 'tracking_no'])
    .execute();
}

const GOODS = sql`
  line.name, goods.generic_name, goods.dosage_form, goods.storage, goods.mah, line.maker, line.spec, line.unit, goods.approval_number, batches.batch_number, batches.made,
  batches.expires, line.price_fen`;

async function orderedRows(db: Db, orderId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT ${GOODS}, coalesce(line_batches.number, line.number) AS number
    FROM order_lines AS line
    JOIN goods ON goods.id = line.goods_id
    LEFT JOIN line_batches ON line_batches.line_id = line.id AND line_batches.number > 0
    LEFT JOIN batches ON batches.id = line_batches.batch_id
    WHERE line.order_id = ${orderId} ORDER BY line.id, batches.expires`.execute(db);
  return rows;
}

async function sentRows(db: Db, parcelId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT ${GOODS}, sum(parcel_lines.number)::integer AS number
    FROM parcel_lines
    JOIN order_lines AS line ON line.id = parcel_lines.line_id
    JOIN goods ON goods.id = line.goods_id
    JOIN batches ON batches.id = parcel_lines.batch_id
    WHERE parcel_lines.parcel_id = ${parcelId}
    GROUP BY line.id, goods.id, batches.id ORDER BY line.id, batches.expires`.execute(db);
  return rows;
}

function describe(row: Row, index: number): DocumentLine {
  return {
    id: index + 1,
    position: index + 1,
    name: row.name,
    full_name: row.generic_name === row.name ? row.name : `${row.generic_name}（${row.name}）`,
    dosage_form: row.dosage_form,
    storage: row.storage,
    sccj: row.maker,
    holder: row.mah === '' || row.mah === row.maker ? row.maker : `${row.maker}（持有人：${row.mah}）`,
    ypgg: row.spec,
    approval_number: row.approval_number,
    batch_number: row.batch_number ?? '',
    made: row.made ?? '',
    expires: row.expires ?? '',
    unit: row.unit,
    number: row.number,
    price: toYuan(row.price_fen),
    amount: toYuan(row.number * row.price_fen),
  };
}
