import { type RawBuilder, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { BatchReport } from '#generated/schemas.ts';
import { countAtMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import type { ReportSubject } from './pdf.ts';

/** One report with its subject. A batch that is stored in several warehouses has one. */
export interface ReportRow extends ReportSubject {
  id: number;
  goods_id: number;
  upload_id: string | null;
}

const COLUMNS = sql`
  batch_reports.id, batch_reports.goods_id, batch_reports.batch_number, batch_reports.upload_id, goods.name,
  makers.name AS maker, goods.spec, goods.dosage_form, goods.approval_number,
  (SELECT min(made) FROM batches WHERE batches.goods_id = goods.id
    AND batches.batch_number = batch_reports.batch_number) AS made,
  (SELECT min(expires) FROM batches WHERE batches.goods_id = goods.id
    AND batches.batch_number = batch_reports.batch_number) AS expires`;

const GOODS = sql`
  JOIN goods ON goods.id = batch_reports.goods_id
  JOIN makers ON makers.id = goods.maker_id`;

const FROM = sql`FROM batch_reports ${GOODS}`;

type Query = Pick<Calls['report.filter']['query'], 'name' | 'batch' | 'order_no' | 'page'>;

/** Separators of batch numbers in the search field. */
const SEPARATORS = /[、,，;；\s]+/;

/** Reports by name (or maker, code, approval number) and batches, or of the batches of an order of the company. */
export async function findReports(
  db: Db,
  companyId: number,
  { name = '', batch = '', order_no = '', page }: Query,
  pageSize: number,
): Promise<{ list: BatchReport[]; total: number }> {
  const filter = { name: name.trim(), batch: batch.trim(), orderNo: order_no.trim() };
  const where = conditionOf(companyId, filter);
  const goods = filter.name === '' ? sql`` : GOODS;
  const total = await countAtMost(db, {
    limit: (most) => sql`(SELECT FROM batch_reports ${goods} WHERE ${where} LIMIT ${most})`,
  });
  const { rows } = await sql<ReportRow>`
    SELECT ${COLUMNS} ${FROM} WHERE ${where}
    ORDER BY goods.name, goods.id, batch_reports.batch_number
    LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  return { list: rows.map(describe), total };
}

function conditionOf(
  companyId: number,
  { name, batch, orderNo }: { name: string; batch: string; orderNo: string },
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (name !== '') {
    const pattern = likePattern(name);
    parts.push(sql`(goods.name LIKE ${pattern} OR makers.name LIKE ${pattern} OR goods.code = ${name}
      OR goods.barcode = ${name} OR goods.approval_number LIKE ${pattern})`);
  }
  const batches = batch.split(SEPARATORS).filter(Boolean);
  if (batches.length > 0) {
    const named = batches.map((one) => sql`batch_reports.batch_number LIKE ${likePattern(one, true)}`);
    parts.push(sql`(${sql.join(named, sql` OR `)})`);
  }
  if (orderNo !== '') {
    parts.push(sql`EXISTS (
      SELECT 1 FROM orders
      JOIN order_lines ON order_lines.order_id = orders.id
      JOIN line_batches ON line_batches.line_id = order_lines.id
      JOIN batches ON batches.id = line_batches.batch_id
      WHERE orders.company_id = ${companyId} AND orders.no = ${orderNo}
        AND batches.goods_id = batch_reports.goods_id AND batches.batch_number = batch_reports.batch_number)`);
  }
  return sql.join(parts, sql` AND `);
}

/** The reports with these ids, in order. */
export async function readReports(db: Db, ids: readonly number[]): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT ${COLUMNS} ${FROM} WHERE batch_reports.id = ANY(${[...ids]}::integer[])
    ORDER BY goods.name, batch_reports.id`.execute(db);
  return rows;
}

function describe(row: ReportRow): BatchReport {
  return {
    id: row.id,
    goods_id: row.goods_id,
    name: row.name,
    sccj: row.maker,
    ypgg: row.spec,
    batch_number: row.batch_number,
    made: row.made ?? '',
    expires: row.expires ?? '',
    file: `/api/document/report/${row.id}`,
    source_text: row.upload_id === null ? '演示样张' : '厂家报告',
  };
}
