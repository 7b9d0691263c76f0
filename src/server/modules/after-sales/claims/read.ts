import type { Calls } from '#generated/calls.ts';
import type { Claim, ClaimSummary } from '#generated/schemas.ts';
import {
  CLAIM_KIND,
  CLAIM_REASONS,
  CLAIM_STATE,
  type ClaimFamily,
  type ClaimKind,
  type ClaimState,
  claimAbilities,
  claimKindText,
  claimStateText,
  familyOf,
  kindsOf,
  nextClaimState,
  OPEN_CLAIMS,
  sendsGoods,
} from '#shop/domain/claim.ts';
import { toYuan } from '#shop/domain/money.ts';
import { ORDER_STATE } from '#shop/domain/order-state.ts';
import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { claimableAnswer, claimableOf } from './claimable.ts';
import { replacementsOf } from './replace.ts';
import { claimUrl } from './url.ts';

/** Filter of claims; `companyId` null: of all companies, for staff. */
export interface ClaimFilter {
  companyId: number | null;
  family?: ClaimFamily;
  orderId?: number | undefined;
  /** `open`, `done` or `ended`; absent for all. */
  status?: string | undefined;
  keywords?: string | undefined;
  page: number;
  pageSize: number;
}

const TABS = [
  { value: '', label: '全部' },
  { value: 'open', label: '处理中' },
  { value: 'done', label: '已完成' },
  { value: 'ended', label: '已驳回或撤销' },
];

/** Claims, newest first, with the number in each group. */
export async function listClaims(db: Db, filter: ClaimFilter): Promise<Calls['return.list']['data']> {
  const { page, pageSize, keywords = '', family, orderId } = filter;
  const found = db
    .selectFrom('claims')
    .innerJoin('orders', 'orders.id', 'claims.order_id')
    .innerJoin('companies', 'companies.id', 'claims.company_id')
    .where(ofAnyCompany('claims.company_id', filter.companyId))
    .where((eb) => (family === undefined ? eb.lit(true) : eb('claims.kind', 'in', kindsOf(family))))
    .where((eb) => (orderId === undefined ? eb.lit(true) : eb('claims.order_id', '=', orderId)))
    .$if(keywords.trim() !== '', (query) => {
      const pattern = likePattern(keywords.trim());
      return query.where((eb) =>
        eb.or([
          eb('claims.no', 'like', pattern),
          eb('orders.no', 'like', pattern),
          eb('companies.name', 'like', pattern),
        ]),
      );
    });
  const perState = await found
    .groupBy('claims.status')
    .select((eb) => ['claims.status', eb.fn.countAll<number>().as('count')])
    .execute();
  const countOf = (tab: string) =>
    perState
      .filter(({ status }) => tab === '' || groupOf(status) === tab)
      .reduce((sum, { count }) => sum + count, 0);
  const states = perState
    .map(({ status }) => status)
    .filter((status) => filter.status === undefined || groupOf(status) === filter.status);
  const rows = await found
    .where((eb) => (states.length > 0 ? eb('claims.status', 'in', states) : eb.lit(false)))
    .orderBy('claims.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('claims')
    .select(['orders.no as order_no', 'companies.name as company'])
    .execute();
  const titles = await titlesOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    list: rows.map((row) => summary(row, titles.get(row.id) ?? '')),
    total: countOf(filter.status ?? ''),
    page,
    page_size: pageSize,
    counts: TABS.map((tab) => ({ ...tab, count: countOf(tab.value) })),
  };
}

/** One claim, with its lines, pictures and steps; null when there is none that this company may see. */
export async function readClaim(
  db: Db,
  id: number,
  companyId: number | null,
  family?: ClaimFamily,
): Promise<Claim | null> {
  const row = await db
    .selectFrom('claims')
    .innerJoin('orders', 'orders.id', 'claims.order_id')
    .innerJoin('companies', 'companies.id', 'claims.company_id')
    .where('claims.id', '=', id)
    .where(ofAnyCompany('claims.company_id', companyId))
    .selectAll('claims')
    .select(['orders.no as order_no', 'companies.name as company'])
    .executeTakeFirst();
  if (!row || (family !== undefined && familyOf(row.kind) !== family)) return null;
  const lines = await db
    .selectFrom('claim_lines')
    .innerJoin('order_lines as line', 'line.id', 'claim_lines.line_id')
    .innerJoin('batches', 'batches.id', 'claim_lines.batch_id')
    .where('claim_id', '=', id)
    .orderBy('line.id')
    .select([
      'line.goods_id',
      'line.name',
      'line.maker',
      'line.spec',
      'line.unit',
      'line.price_fen',
      'batches.batch_number',
      'batches.expires',
      'claim_lines.number',
      'claim_lines.amount_fen',
    ])
    .execute();
  const pictures = await db
    .selectFrom('claim_pictures')
    .innerJoin('uploads', 'uploads.id', 'claim_pictures.upload_id')
    .where('claim_id', '=', id)
    .orderBy('position')
    .select(['uploads.id', 'uploads.name', 'by_staff'])
    .execute();
  const timeline = await db
    .selectFrom('claim_events')
    .where('claim_id', '=', id)
    .orderBy('id')
    .select(['at', 'text'])
    .execute();
  const abilities = claimAbilities(row.status);
  const next = nextClaimState(row.kind, row.status);
  return {
    ...summary(row, lines.map(({ name }) => name).join('、')),
    note: row.note,
    withheld: toYuan(row.withheld_fen),
    carrier: row.carrier,
    tracking_no: row.tracking_no,
    reply: row.reply,
    sent_carrier: row.sent_carrier,
    sent_tracking_no: row.sent_tracking_no,
    sent: await replacementsOf(db, id),
    asks: requiredInput(row.kind, row.status),
    lines: lines.map((line) => ({
      goods_id: line.goods_id,
      name: line.name,
      sccj: line.maker,
      ypgg: line.spec,
      bzdw: line.unit,
      batch_number: line.batch_number,
      expires: line.expires,
      price: toYuan(line.price_fen),
      number: line.number,
      amount: toYuan(familyOf(row.kind) === 'return' ? line.amount_fen : 0),
    })),
    pictures: pictures.map(({ id: upload, name, by_staff }) => ({
      text: by_staff ? `客服：${name}` : name,
      url: `/api/upload/${upload}`,
    })),
    timeline,
    can_cancel: abilities.canCancel,
    can_ship: abilities.canShip,
    // Staff wait for the buyer's parcel, so that step is not theirs.
    next_text:
      next === null || abilities.canShip ? null : nextText(row.status, claimStateText(row.kind, next)),
  };
}

/** What may be claimed of an order, for the request page; null when the company has no such order. */
export async function claimChoices(
  db: Db,
  companyId: number,
  orderId: number,
): Promise<Calls['return.choices']['data'] | null> {
  const order = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('company_id', '=', companyId)
    .select(['id', 'no', 'status'])
    .executeTakeFirst();
  if (!order) return null;
  const options = (family: ClaimFamily) =>
    kindsOf(family).map((kind) => ({
      value: String(kind),
      label: claimKindText(kind),
    }));
  return {
    order_id: order.id,
    no: order.no,
    lines: (await claimableOf(db, orderId)).map(claimableAnswer),
    return_kinds: options('return').filter(
      ({ value }) => value !== REFUSAL || order.status === ORDER_STATE.toReceive,
    ),
    after_sales_kinds: options('after_sales'),
    reasons: CLAIM_REASONS.map((reason) => ({ value: reason, label: reason })),
  };
}

/** The input that staff have to give for the next step, besides their decision. */
function requiredInput(kind: ClaimKind, status: ClaimState): Claim['asks'] {
  if (sendsGoods(kind) && status === CLAIM_STATE.toSettle) return 'parcel';
  if (kind === CLAIM_KIND.papers && status === CLAIM_STATE.toSettle) return 'files';
  return kind === CLAIM_KIND.priceProtection && status === CLAIM_STATE.reviewing ? 'amount' : '';
}

/** Offered only before the receipt: goods are refused at the door. */
const REFUSAL = String(CLAIM_KIND.refusal);

function nextText(status: number, next: string): string {
  return status === CLAIM_STATE.toSettle ? '完成' : `通过，转${next}`;
}

function groupOf(status: ClaimState): string {
  if (status === CLAIM_STATE.done) return 'done';
  return OPEN_CLAIMS.includes(status) ? 'open' : 'ended';
}

interface ClaimRow {
  id: number;
  no: string;
  order_id: number;
  order_no: string;
  company: string;
  kind: Parameters<typeof claimKindText>[0];
  status: Parameters<typeof claimStateText>[1];
  reason: string;
  amount_fen: number;
  created_at: number;
}

function summary(row: ClaimRow, title: string): ClaimSummary {
  return {
    id: row.id,
    no: row.no,
    order_id: row.order_id,
    order_no: row.order_no,
    company: row.company,
    family: familyOf(row.kind),
    kind: row.kind,
    kind_text: claimKindText(row.kind),
    status: row.status,
    status_text: claimStateText(row.kind, row.status),
    title,
    reason: row.reason,
    amount: toYuan(row.amount_fen),
    created_at: row.created_at,
    url: claimUrl(row),
  };
}

async function titlesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('claim_lines')
    .innerJoin('order_lines', 'order_lines.id', 'claim_lines.line_id')
    .where('claim_id', 'in', ids)
    .groupBy(['claim_id', 'order_lines.id', 'order_lines.name'])
    .orderBy('order_lines.id')
    .select(['claim_id', 'order_lines.name'])
    .execute();
  const grouped = Map.groupBy(rows, ({ claim_id }) => claim_id);
  return new Map([...grouped].map(([id, group]) => [id, group.map(({ name }) => name).join('、')]));
}
