import { type RawBuilder, sql } from 'kysely';
import type { SiteConfig, Statement, StatementLine, StatementMonth } from '#generated/schemas.ts';
import { monthSpan, monthText } from '#shop/domain/calendar.ts';
import { capitalYuan } from '#shop/domain/capital.ts';
import { formatDate } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { monthName, monthStart } from '../../../kernel/db/month.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type AccountRef, accountId, type CompanyAccount, type ShopAccount } from '../../ledger/index.ts';
import { partiesOf } from './parties.ts';

const orderPage = pageLink('order_wddd_info');

/** Labels of the counter-account of a payment. */
const METHODS: Partial<Record<CompanyAccount | ShopAccount, string>> = {
  wallet: '余额',
  credit: '账期',
  bank: '对公转账',
  alipay: '支付宝',
  wechat: '微信支付',
  unionpay: '银联',
  refunding: '退款',
  grants: '商城承担',
};

interface Line {
  id: number;
  at: number;
  order_id: number;
  order_no: string;
  change: number;
  other: CompanyAccount | ShopAccount;
  memo: string;
}

interface Period {
  from: number;
  until: number;
}

interface Sums {
  orders: number;
  paid: number;
  refunded: number;
}

/** What entries of a statement come to, in fen. */
const SUMS = sql`count(DISTINCT order_id) AS orders,
  coalesce(sum(change_fen) FILTER (WHERE change_fen > 0), 0)::bigint AS paid,
  coalesce(-sum(change_fen) FILTER (WHERE change_fen < 0), 0)::bigint AS refunded`;

/** The entries of a company within a period. */
const entriesIn = (companyId: number, { from, until }: Period): RawBuilder<unknown> => sql`
  FROM statement_entries WHERE company_id = ${companyId} AND created_at >= ${from} AND created_at < ${until}`;

/** The months with payments or refunds of a company's orders, newest first. */
export async function statementMonths(db: Db, companyId: number): Promise<StatementMonth[]> {
  const { rows } = await sql<{ month: string } & Sums>`
    SELECT ${monthName('created_at')} AS month, ${SUMS} FROM statement_entries WHERE company_id = ${companyId}
    GROUP BY ${monthStart('created_at')} ORDER BY 1 DESC`.execute(db);
  return rows.map(({ month, orders, paid, refunded }) => ({
    month,
    text: monthText(month),
    orders,
    paid: toYuan(paid),
    refunded: toYuan(refunded),
    net: toYuan(paid - refunded),
    file: `/api/document/statement/${month}`,
  }));
}

export interface StatementQuery {
  companyId: number;
  month: string;
  now: number;
  /** All lines when left out. */
  paging?: { page: number; pageSize: number };
}

/** A company's statement of one month, in yuan; null for an invalid month. Its totals are those of the whole month. */
export async function readStatement(
  db: Db,
  site: SiteConfig,
  { companyId, month, now, paging }: StatementQuery,
): Promise<Statement | null> {
  const span = monthSpan(month);
  if (!span) return null;
  const { address } = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('address')
    .executeTakeFirstOrThrow();
  const entries = entriesIn(companyId, span);
  const { rows: sums } = await sql<{ total: number } & Sums>`
    SELECT count(*) AS total, ${SUMS} ${entries}`.execute(db);
  const { rows } = await sql<Line>`
    SELECT ledger.id, entry.created_at AS at, entry.order_id, orders.no AS order_no, change_fen AS change,
      other.kind AS other, ledger.memo
    FROM (
      SELECT * ${entries} ORDER BY created_at, ledger_id
      ${paging ? sql`LIMIT ${paging.pageSize} OFFSET ${(paging.page - 1) * paging.pageSize}` : sql``}
    ) AS entry
    JOIN ledger ON ledger.id = entry.ledger_id
    JOIN orders ON orders.id = entry.order_id
    JOIN accounts AS other ON other.id = CASE WHEN change_fen > 0 THEN from_account ELSE to_account END
    ORDER BY entry.created_at, entry.ledger_id`.execute(db);
  const { total, orders, paid, refunded } = sums[0] ?? { total: 0, orders: 0, paid: 0, refunded: 0 };
  const owed = await turnover(db, { credit: companyId }, span);
  return {
    month,
    text: monthText(month),
    ...(await partiesOf(db, site, companyId)),
    buyer_address: address,
    from: formatDate(span.from),
    until: formatDate(span.until - 1),
    made_at: now,
    orders,
    paid: toYuan(paid),
    refunded: toYuan(refunded),
    net: toYuan(paid - refunded),
    net_capital: capitalYuan(paid - refunded),
    wallet: await turnover(db, { wallet: companyId }, span),
    // A debt is negative in the ledger; the statement shows the amount owed.
    credit: {
      opening: plain(-owed.opening),
      gained: owed.spent,
      spent: owed.gained,
      closing: plain(-owed.closing),
    },
    list: rows.map(describe),
    total,
    page: paging?.page ?? 1,
    page_size: paging?.pageSize ?? total,
    file: `/api/document/statement/${month}`,
  };
}

/** 0 instead of -0. */
const plain = (value: number) => value || 0;

async function turnover(db: Db, account: AccountRef, { from, until }: Period): Promise<Statement['wallet']> {
  const { rows } = await sql<{ opening: number; gained: number; spent: number }>`
    SELECT coalesce(sum(change) FILTER (WHERE created_at < ${from}), 0)::bigint AS opening,
      coalesce(sum(change) FILTER (WHERE created_at >= ${from} AND change > 0), 0)::bigint AS gained,
      coalesce(-sum(change) FILTER (WHERE created_at >= ${from} AND change < 0), 0)::bigint AS spent
    FROM entries
    WHERE account_id = ${await accountId(db, account)} AND created_at < ${until}`.execute(db);
  const { opening, gained, spent } = rows[0] ?? { opening: 0, gained: 0, spent: 0 };
  return {
    opening: toYuan(opening),
    gained: toYuan(gained),
    spent: toYuan(spent),
    closing: toYuan(opening + gained - spent),
  };
}

function describe({ id, at, order_id, order_no, change, other, memo }: Line): StatementLine {
  return {
    id,
    at,
    order_no,
    order_url: orderPage({ id: order_id }),
    kind_text: change > 0 ? '货款' : '退款',
    method_text: METHODS[other] ?? '',
    amount: toYuan(change),
    memo,
  };
}
