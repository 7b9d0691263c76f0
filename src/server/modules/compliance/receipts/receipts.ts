import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import {
  owesReceipt,
  RECEIPT_STATE,
  RECEIPT_STATES,
  type ReceiptState,
  receiptStateText,
} from '#shop/domain/hm-receipt.ts';
import { countEachAtMost } from '../../../kernel/db/count-at-most.ts';
import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { ownsUploads } from '../../../kernel/files/owns-uploads.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { publishChange } from '../../../kernel/push/publish.ts';
import { type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { overdueReceipt } from './open.ts';

const receiptsPage = pageLink('order_hmdd_index');

/** Filter of receipts; `companyId` null: of all companies, for staff. */
export interface ReceiptFilter {
  companyId: number | null;
  status?: number | undefined;
  keywords?: string | undefined;
  page: number;
  pageSize: number;
  now: number;
}

/** Receipts, newest order first, with the number in each state; without keywords none is counted beyond `MOST_COUNTED`. */
export async function listReceipts(db: Db, filter: ReceiptFilter): Promise<Calls['hmdd.list']['data']> {
  const { companyId, page, pageSize, now } = filter;
  const status = filter.status as ReceiptState | undefined;
  const found = receiptsFound(db, filter);
  const inState = (state?: ReceiptState) =>
    found.$if(state !== undefined, (query) => query.where('receipt.status', '=', state as ReceiptState));
  const countOf = isSearched(filter)
    ? await countFound(found)
    : await countEachAtMost<ReceiptState>(db, RECEIPT_STATES, (state) =>
        inState(state).select('receipt.order_id'),
      );
  // Chosen before anything is joined to them, which would be read for every receipt.
  const shown = inState(status)
    .orderBy('receipt.order_id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('receipt');
  const rows = await db
    .selectFrom(shown.as('receipt'))
    .innerJoin('orders', 'orders.id', 'receipt.order_id')
    .innerJoin('companies', 'companies.id', 'receipt.company_id')
    .selectAll('receipt')
    .select(['orders.no as order_no', 'companies.name as company'])
    .orderBy('receipt.order_id', 'desc')
    .execute();
  const ids = rows.map(({ order_id }) => order_id);
  const titles = await titlesOf(db, ids);
  const files = await filesOf(db, ids);
  return {
    list: rows.map((row) => ({
      order_id: row.order_id,
      order_no: row.order_no,
      company: row.company,
      title: titles.get(row.order_id) ?? '',
      status: row.status,
      status_text: receiptStateText(row.status),
      due_at: row.due_at,
      overdue: owesReceipt(row.status) && now >= row.due_at,
      note: row.note,
      reason: row.reason,
      sent_at: row.sent_at,
      files: files.get(row.order_id) ?? [],
      can_send: owesReceipt(row.status),
    })),
    total: countOf(status),
    page,
    page_size: pageSize,
    overdue: companyId === null ? '' : ((await overdueReceipt(db, companyId, now)) ?? ''),
    counts: [
      { value: '', label: '全部', count: countOf() },
      ...RECEIPT_STATES.map((state) => ({
        value: String(state),
        label: receiptStateText(state),
        count: countOf(state),
      })),
    ],
  };
}

const isSearched = ({ keywords = '' }: ReceiptFilter) => keywords.trim() !== '';

/** The receipts that the keywords find, in any state. */
function receiptsFound(db: Db, filter: ReceiptFilter) {
  const pattern = likePattern((filter.keywords ?? '').trim());
  return db
    .selectFrom('hm_receipts as receipt')
    .where(ofAnyCompany('receipt.company_id', filter.companyId))
    .$if(isSearched(filter), (query) =>
      query
        .innerJoin('orders', 'orders.id', 'receipt.order_id')
        .innerJoin('companies', 'companies.id', 'receipt.company_id')
        .where((eb) => eb.or([eb('orders.no', 'like', pattern), eb('companies.name', 'like', pattern)])),
    );
}

/** How many of them are in a state, or in any: whatever is counted, every receipt has been looked at. */
async function countFound(
  found: ReturnType<typeof receiptsFound>,
): Promise<(state?: ReceiptState) => number> {
  const perState = await found
    .groupBy('receipt.status')
    .select((eb) => ['receipt.status', eb.fn.countAll<number>().as('count')])
    .execute();
  return (state) =>
    perState
      .filter(({ status }) => state === undefined || status === state)
      .reduce((sum, { count }) => sum + count, 0);
}

/** Submits a buyer's receipt; replaces one that was refused. Run it in a transaction. */
export async function submitReceipt(
  db: Db,
  companyId: number,
  body: Calls['hmdd.send']['body'],
  now: number,
): Promise<Refused | null> {
  const receipt = await lockReceipt(db, body.order_id);
  if (!receipt || receipt.company_id !== companyId) return refuse('notFound', { message: '没有这张回执' });
  if (!owesReceipt(receipt.status)) return refuse('invalid', { message: '回执已提交，不需要再传' });
  const uploads = [...new Set(body.upload_ids)].filter((upload) => upload !== '');
  if (!(await ownsUploads(db, companyId, 'receipt', uploads))) {
    return refuseField('upload_ids', '请上传盖章的回执');
  }
  await db.deleteFrom('hm_receipt_files').where('order_id', '=', receipt.order_id).execute();
  await db
    .insertInto('hm_receipt_files')
    .values(uploads.map((upload_id, position) => ({ order_id: receipt.order_id, upload_id, position })))
    .execute();
  await db
    .updateTable('hm_receipts')
    .set({ status: RECEIPT_STATE.reviewing, note: body.note ?? '', reason: '', sent_at: now })
    .where('order_id', '=', receipt.order_id)
    .execute();
  await publishChange(db, ['ops-hmdd.list'], { staff: true });
  return null;
}

/** Staff confirm a receipt, or refuse it with a reason. Run it in a transaction. */
export async function reviewReceipt(
  db: Db,
  orderId: number,
  decision: { accepted: boolean; reason: string },
  now: number,
): Promise<{ refused: Refused } | { status: ReceiptState; no: string }> {
  const receipt = await lockReceipt(db, orderId);
  if (!receipt) return { refused: refuse('notFound', { message: '没有这张回执' }) };
  if (receipt.status !== RECEIPT_STATE.reviewing) {
    return { refused: refuse('invalid', { message: '回执不在待审核' }) };
  }
  if (!decision.accepted && decision.reason === '') {
    return { refused: refuseField('reason', '请写明驳回的原因') };
  }
  const status = decision.accepted ? RECEIPT_STATE.confirmed : RECEIPT_STATE.refused;
  await db
    .updateTable('hm_receipts')
    .set({ status, reason: decision.accepted ? '' : decision.reason, decided_at: now })
    .where('order_id', '=', orderId)
    .execute();
  const { no } = await db
    .selectFrom('orders')
    .where('id', '=', orderId)
    .select('no')
    .executeTakeFirstOrThrow();
  const title = `订单 ${no} 的含麻回执${receiptStateText(status)}`;
  const body = decision.accepted ? '感谢配合。' : `请重新上传：${decision.reason}`;
  await notifyCompany(db, receipt.company_id, { title, body, url: receiptsPage() }, now);
  return { status, no };
}

/**
 * Sends reminders of receipts that are due within three days, once each. Several processes may run it at once.
 * @returns the number of reminders
 */
export async function remindReceipts(db: Db, now: number): Promise<number> {
  const rows = await db
    .updateTable('hm_receipts')
    .set({ reminded_at: now })
    .where('status', 'in', [RECEIPT_STATE.awaited, RECEIPT_STATE.refused])
    .where('reminded_at', 'is', null)
    .where('due_at', '<=', now + 3 * DAY)
    .returning(['order_id', 'company_id'])
    .execute();
  for (const { company_id } of rows) {
    const text = {
      title: '含麻回执即将到期',
      body: '逾期未交回执，将不能再购买含麻商品。',
      url: receiptsPage(),
    };
    await notifyCompany(db, company_id, text, now);
  }
  return rows.length;
}

function lockReceipt(db: Db, orderId: number) {
  return db
    .selectFrom('hm_receipts')
    .where('order_id', '=', orderId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

async function titlesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_lines')
    .where('order_id', 'in', ids)
    .orderBy('id')
    .select(['order_id', 'name', 'number', 'unit'])
    .execute();
  const grouped = Map.groupBy(rows, ({ order_id }) => order_id);
  const words = (group: typeof rows) =>
    group.map(({ name, number, unit }) => `${name} ${number} ${unit}`).join('、');
  return new Map([...grouped].map(([id, group]) => [id, words(group)]));
}

async function filesOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { text: string; url: string }[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('hm_receipt_files as file')
    .innerJoin('uploads', 'uploads.id', 'file.upload_id')
    .where('file.order_id', 'in', ids)
    .orderBy('file.position')
    .select(['file.order_id', 'uploads.id', 'uploads.name'])
    .execute();
  const grouped = Map.groupBy(rows, ({ order_id }) => order_id);
  return new Map(
    [...grouped].map(([id, group]) => [
      id,
      group.map(({ name, id: upload }) => ({ text: name, url: `/api/upload/${upload}` })),
    ]),
  );
}
