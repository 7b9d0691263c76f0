import { sql } from 'kysely';
import { maskPhone } from '#engine/runtime/validation/contact.ts';
import { daySpan } from '#shop/domain/calendar.ts';
import { formatDateTime } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { type OrderState, orderStateText } from '#shop/domain/order-state.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { SheetColumn, SheetValue } from '../../../kernel/sheets/table.ts';

export type ExportKind = 'orders' | 'members' | 'stock';

/** Input of an export: what, and of which days (`YYYY-MM-DD`, '' for no bound; the last day inclusive). */
export interface ExportInput {
  what: ExportKind;
  from: string;
  until: string;
}

interface ExportDefinition {
  name: string;
  columns: SheetColumn[];
  count: (db: Db, input: ExportInput) => Promise<number>;
  /** The rows after the one with the id `after`, in the order of their ids. */
  read: (
    db: Db,
    input: ExportInput,
    page: { after: number; limit: number },
  ) => Promise<{ id: number; cells: SheetValue[] }[]>;
}

const within = (input: ExportInput, column: string) => {
  const { from, until } = daySpan(input);
  const since = from === null ? sql`true` : sql`${sql.ref(column)} >= ${from}`;
  const before = until === null ? sql`true` : sql`${sql.ref(column)} < ${until}`;
  return sql`${since} AND ${before}`;
};

async function countOf(query: ReturnType<typeof sql<{ total: number }>>, db: Db): Promise<number> {
  const { rows } = await query.execute(db);
  return rows[0]?.total ?? 0;
}

const orders: ExportDefinition = {
  name: '订单',
  columns: [
    { header: '订单号', width: 22 },
    { header: '客户', width: 30 },
    { header: '状态', width: 12 },
    { header: '下单时间', width: 20 },
    { header: '品种', width: 8, kind: 'number' },
    { header: '数量', width: 8, kind: 'number' },
    { header: '商品金额', kind: 'money' },
    { header: '运费', kind: 'money' },
    { header: '订单金额', kind: 'money' },
    { header: '已付', kind: 'money' },
    { header: '收货地址', width: 40 },
    { header: '备注', width: 24 },
  ],
  count: (db, input) =>
    countOf(sql`SELECT count(*) AS total FROM orders WHERE ${within(input, 'orders.created_at')}`, db),
  async read(db, input, { after, limit }) {
    const { rows } = await sql<{
      id: number;
      no: string;
      company: string;
      status: OrderState;
      created_at: number;
      kinds: number;
      number: number;
      goods_fen: number;
      shipping_fen: number;
      payable_fen: number;
      paid_fen: number;
      address: string;
      remark: string;
    }>`
      SELECT orders.id, no, companies.name AS company, status, orders.created_at, kinds, number, goods_fen,
        shipping_fen, payable_fen, paid_fen, address_region || address_detail AS address, remark
      FROM orders JOIN companies ON companies.id = orders.company_id
      WHERE orders.id > ${after} AND ${within(input, 'orders.created_at')}
      ORDER BY orders.id LIMIT ${limit}`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      cells: [
        row.no,
        row.company,
        orderStateText(row.status),
        formatDateTime(row.created_at),
        row.kinds,
        row.number,
        toYuan(row.goods_fen),
        toYuan(row.shipping_fen),
        toYuan(row.payable_fen),
        toYuan(row.paid_fen),
        row.address,
        row.remark,
      ],
    }));
  },
};

const members: ExportDefinition = {
  name: '会员',
  columns: [
    { header: '用户名', width: 18 },
    { header: '姓名', width: 12 },
    { header: '手机', width: 14 },
    { header: '企业', width: 30 },
    { header: '注册时间', width: 20 },
  ],
  count: (db, input) =>
    countOf(
      sql`SELECT count(*) AS total FROM members WHERE NOT is_staff AND ${within(input, 'members.created_at')}`,
      db,
    ),
  async read(db, input, { after, limit }) {
    const { rows } = await sql<{
      id: number;
      username: string;
      name: string;
      phone: string | null;
      company: string;
      created_at: number;
    }>`
      SELECT members.id, username, members.name, phone, companies.name AS company, members.created_at
      FROM members JOIN companies ON companies.id = members.company_id
      WHERE members.id > ${after} AND NOT is_staff AND ${within(input, 'members.created_at')}
      ORDER BY members.id LIMIT ${limit}`.execute(db);
    return rows.map((row) => ({
      id: row.id,
      cells: [
        row.username,
        row.name,
        maskPhone(row.phone ?? ''),
        row.company,
        formatDateTime(row.created_at),
      ],
    }));
  },
};

const stock: ExportDefinition = {
  name: '库存',
  columns: [
    { header: '编码', width: 14 },
    { header: '品名', width: 26 },
    { header: '规格', width: 18 },
    { header: '厂家', width: 28 },
    { header: '仓库', width: 14 },
    { header: '批号', width: 14 },
    { header: '有效期至', width: 12 },
    { header: '库存', width: 10, kind: 'number' },
    { header: '占用', width: 10, kind: 'number' },
    { header: '可用', width: 10, kind: 'number' },
  ],
  count: (db) => countOf(sql`SELECT count(*) AS total FROM batches`, db),
  async read(db, _wish, { after, limit }) {
    const rows = await db
      .selectFrom('batches')
      .innerJoin('goods', 'goods.id', 'batches.goods_id')
      .innerJoin('makers', 'makers.id', 'goods.maker_id')
      .innerJoin('warehouses', 'warehouses.id', 'batches.warehouse_id')
      .where('batches.id', '>', after)
      .orderBy('batches.id')
      .limit(limit)
      .select([
        'batches.id',
        'goods.code',
        'goods.name',
        'goods.spec',
        'makers.name as maker',
        'warehouses.name as warehouse',
        'batches.batch_number',
        'batches.expires',
        'batches.stock',
        'batches.reserved',
        'batches.available',
      ])
      .execute();
    return rows.map((row) => ({
      id: row.id,
      cells: [
        row.code,
        row.name,
        row.spec,
        row.maker,
        row.warehouse,
        row.batch_number,
        row.expires,
        row.stock,
        row.reserved,
        row.available,
      ],
    }));
  },
};

export const EXPORTS: Record<ExportKind, ExportDefinition> = { orders, members, stock };
