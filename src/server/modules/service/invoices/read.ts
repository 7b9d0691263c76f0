import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { Invoice } from '#generated/schemas.ts';
import { capitalYuan } from '#shop/domain/capital.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tallyAtMost } from '../../../kernel/db/tally.ts';
import type { InvoiceKind, InvoiceState } from '../tables.ts';
import { KIND_NAME, STATE_TEXT } from './labels.ts';

export interface InvoiceFilter {
  /** null: of every company, for staff. */
  companyId: number | null;
  page: number;
  pageSize: number;
  state?: InvoiceState | undefined;
  /** Only those with an excess to be reversed by a red-letter invoice. */
  over?: boolean;
  /** Only this one. */
  id?: number | undefined;
}

export interface InvoiceRow {
  id: number;
  kind: InvoiceKind;
  title: string;
  tax_number: string;
  amount_fen: number;
  state: InvoiceState;
  number: string;
  reason: string;
  over_fen: number;
  red_fen: number;
  red_number: string;
  email: string;
  file_id: string | null;
  created_at: number;
  decided_at: number | null;
  orders: string;
  order_count: number;
  company: string;
  address: string;
  bank: string;
}

/** A page of invoices, the newest first, with the number in each state. */
export async function listInvoices(
  db: Db,
  { companyId, page, pageSize, state, over = false, id }: InvoiceFilter,
): Promise<{ rows: InvoiceRow[]; total: number; counts: Calls['invoice.list']['data']['counts'] }> {
  const own = sql`${ofAnyCompany('invoices.company_id', companyId)}
    AND (NOT ${over} OR invoices.over_fen > 0) AND (${id === undefined} OR invoices.id = ${id ?? 0})`;
  const inState = (one?: InvoiceState) =>
    sql`${own} AND ${one === undefined ? sql`true` : sql`invoices.state = ${one}`}`;
  const { counts, totalOf } = await tallyAtMost<InvoiceState>(db, STATE_TEXT, (one) => ({
    limit: (most) => sql`(SELECT FROM invoices WHERE ${inState(one)} LIMIT ${most})`,
  }));
  const { rows } = await sql<InvoiceRow>`
    SELECT invoices.*, companies.name AS company, named.orders, named.order_count
    FROM invoices
    JOIN companies ON companies.id = invoices.company_id
    CROSS JOIN LATERAL (
      SELECT coalesce(string_agg(orders.no, '、' ORDER BY orders.id), '') AS orders, count(*)::integer AS order_count
      FROM invoice_orders JOIN orders ON orders.id = invoice_orders.order_id
      WHERE invoice_orders.invoice_id = invoices.id) AS named
    WHERE ${inState(state)}
    ORDER BY invoices.id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`.execute(db);
  return { rows, total: totalOf(state), counts };
}

/** Text about refunds of an issued invoice; empty without any. */
function redText({ over_fen, red_fen, red_number }: InvoiceRow): string {
  const red = red_fen > 0 ? [`已红冲 ${formatFen(red_fen)}，红字发票 ${red_number}`] : [];
  const over = over_fen > 0 ? [`订单退款 ${formatFen(over_fen)}，待红冲`] : [];
  return [...red, ...over].join('；');
}

export function describeInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    kind_text: KIND_NAME[row.kind],
    title: row.title,
    tax_number: row.tax_number,
    amount: toYuan(row.amount_fen),
    state: row.state,
    state_text: STATE_TEXT[row.state],
    number: row.number,
    reason: row.reason || redText(row),
    over: toYuan(row.over_fen),
    orders: row.orders,
    order_count: row.order_count,
    file: row.file_id === null ? '' : `/api/document/invoice/${row.id}`,
    email: row.email,
    created_at: row.created_at,
    decided_at: row.decided_at,
  };
}

/** The orders of an invoice with what of each is invoiced, and the sum in capital figures; null when there is no such invoice. */
export async function invoicedOrders(
  db: Db,
  id: number,
): Promise<Calls['ops-invoice.orders']['data'] | null> {
  const invoice = await db
    .selectFrom('invoices')
    .where('id', '=', id)
    .select('amount_fen')
    .executeTakeFirst();
  if (!invoice) return null;
  const rows = await db
    .selectFrom('invoice_orders')
    .innerJoin('orders', 'orders.id', 'invoice_orders.order_id')
    .where('invoice_orders.invoice_id', '=', id)
    .orderBy('orders.id')
    .select(['orders.id', 'orders.no', 'orders.created_at', 'invoice_orders.amount_fen'])
    .execute();
  return {
    list: rows.map(({ amount_fen, ...order }, index) => ({
      ...order,
      position: index + 1,
      amount: toYuan(amount_fen),
    })),
    amount: toYuan(invoice.amount_fen),
    amount_capital: capitalYuan(invoice.amount_fen),
  };
}

/** Defaults of the invoice form: those of the last invoice, else of the company's registration. */
export async function invoiceDefaults(db: Db, companyId: number): Promise<Calls['invoice.defaults']['data']> {
  const last = await db
    .selectFrom('invoices')
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['kind', 'title', 'tax_number', 'address', 'bank', 'email'])
    .executeTakeFirst();
  if (last) return last;
  const { name, credit_code, invoice } = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select(['name', 'credit_code', 'invoice'])
    .executeTakeFirstOrThrow();
  const joined = (...names: string[]) =>
    names
      .flatMap((key) => invoice[key] ?? [])
      .join(' ')
      .trim();
  return {
    kind: 'normal',
    title: name,
    tax_number: credit_code,
    address: joined('invoice_address', 'invoice_phone'),
    bank: joined('bank', 'bank_account'),
    email: joined('invoice_email'),
  };
}
