import { sql } from 'kysely';
import { toYuan } from '#domain/money.ts';
import type { DocumentLine, OrderDocument, SiteConfig } from '#generated/schemas.ts';
import { type Answer, ok, refuse } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';

/** `sheet`: what was ordered. `delivery`: what was sent, by batch, as the law wants it with every delivery. */
export type DocumentKind = 'sheet' | 'delivery';

const TITLES: Record<DocumentKind, string> = { sheet: '采购订单', delivery: '随货同行单' };

interface Row {
  name: string;
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

/** A document of an order of the company; null for the order of somebody else. */
export async function readDocument(
  db: Db,
  site: SiteConfig,
  kind: DocumentKind,
  { companyId, id }: { companyId: number | null; id: number },
): Promise<Answer<OrderDocument>> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .innerJoin('warehouses', 'warehouses.id', 'orders.warehouse_id')
    .where('orders.id', '=', id)
    .$if(companyId !== null, (query) => query.where('orders.company_id', '=', companyId ?? 0))
    .selectAll('orders')
    .select(['companies.name as buyer', 'warehouses.name as warehouse'])
    .executeTakeFirst();
  if (!order) return refuse('notFound', { message: '订单不存在' });
  const rows = await (kind === 'sheet' ? orderedRows(db, id) : sentRows(db, id));
  if (rows.length === 0) return refuse('notFound', { message: '订单还没有发货，发货后才有随货同行单' });
  const licence = site.licences?.find(({ label }) => label.includes('药品经营许可证'));
  return ok({
    id: order.id,
    no: order.no,
    title: TITLES[kind],
    seller: site.title,
    buyer: order.buyer,
    licence: licence?.number ?? '',
    warehouse: order.warehouse,
    receiver: `${order.address_name} ${order.address_phone}`,
    address: order.address_region + order.address_detail,
    created_at: order.created_at,
    shipped_at: order.shipped_at,
    lines: rows.map(describe),
    number: rows.reduce((sum, { number }) => sum + number, 0),
    goods_amount: toYuan(rows.reduce((sum, { number, price_fen }) => sum + number * price_fen, 0)),
    reduce: toYuan(order.goods_fen + order.shipping_fen - order.payable_fen),
    shipping_fee: toYuan(order.shipping_fen),
    payable: toYuan(order.payable_fen),
    remark: order.remark,
    file: `/api/document/${kind}/${order.id}`,
  });
}

const GOODS = sql`
  line.name, line.maker, line.spec, line.unit, goods.approval_number, batches.batch_number, batches.made,
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

async function sentRows(db: Db, orderId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT ${GOODS}, sum(parcel_lines.number)::integer AS number
    FROM parcels
    JOIN parcel_lines ON parcel_lines.parcel_id = parcels.id
    JOIN order_lines AS line ON line.id = parcel_lines.line_id
    JOIN goods ON goods.id = line.goods_id
    JOIN batches ON batches.id = parcel_lines.batch_id
    WHERE parcels.order_id = ${orderId}
    GROUP BY line.id, goods.id, batches.id ORDER BY line.id, batches.expires`.execute(db);
  return rows;
}

function describe(row: Row, index: number): DocumentLine {
  return {
    id: index + 1,
    position: index + 1,
    name: row.name,
    sccj: row.maker,
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
