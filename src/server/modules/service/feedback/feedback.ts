import type { Calls } from '#generated/calls.ts';
import type { Feedback, Option } from '#generated/schemas.ts';
import { DAY } from '#shop/domain/calendar.ts';
import { countAtMost } from '../../../kernel/db/count-at-most.ts';
import { ofAnyCompany } from '../../../kernel/db/of-company.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, refuse, refuseField } from '../../../kernel/result/answer.ts';

type FeedbackInput = Calls['user.feedback']['body'];

const KINDS: Record<FeedbackInput['kind'], string> = {
  goods: '商品',
  order: '订单',
  delivery: '物流配送',
  invoice: '发票',
  site: '网站使用',
  other: '其他',
};

export const KIND_OPTIONS: Option[] = Object.entries(KINDS).map(([value, label]) => ({ value, label }));

/** Characters of a feedback at least. */
const MIN_LENGTH = 5;

/** Feedbacks of one company in a day at most. */
const MAX_PER_DAY = 30;

/** Stores a member's feedback; its files must be the company's own uploads. */
export async function sendFeedback(
  db: Db,
  { id: memberId, companyId }: Member,
  { kind, text, files = [], phone }: FeedbackInput,
  now: number,
): Promise<Answer<{ id: number }>> {
  const { sent } = await db
    .selectFrom('feedbacks')
    .where('company_id', '=', companyId)
    .where('created_at', '>', now - DAY)
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .executeTakeFirstOrThrow();
  if (sent >= MAX_PER_DAY) return refuse('tooManyRequests');
  const trimmed = text.trim();
  if (Array.from(trimmed).length < MIN_LENGTH) return refuseField('text', `内容至少 ${MIN_LENGTH} 个字`);
  const ids = [...new Set(files.map((file) => file.replace('/api/upload/', '')).filter((id) => id !== ''))];
  const known = ids.length === 0 ? [] : await ownFiles(db, companyId, ids);
  if (known.length < ids.length) return refuseField('files', '有文件没有上传成功，请重新选择');
  const { id } = await db
    .insertInto('feedbacks')
    .values({
      company_id: companyId,
      member_id: memberId,
      kind,
      text: trimmed,
      files: ids,
      phone: phone === '' ? await phoneOf(db, memberId) : phone,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made({ id }, '已提交，感谢您的反馈，回复后以消息告诉您');
}

/** The member's own phone number, for calling back. */
async function phoneOf(db: Db, memberId: number): Promise<string> {
  const { phone } = await db
    .selectFrom('members')
    .where('id', '=', memberId)
    .select('phone')
    .executeTakeFirstOrThrow();
  return phone ?? '';
}

function ownFiles(db: Db, companyId: number, ids: string[]) {
  return db
    .selectFrom('uploads')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'feedback')
    .where('id', 'in', ids)
    .select('id')
    .execute();
}

export interface FeedbackFilter {
  /** null: of every company, for staff. */
  companyId: number | null;
  page: number;
  pageSize: number;
  state?: 'open' | 'answered' | undefined;
}

/** Feedback, with its company and phone for staff. */
export interface FeedbackRow {
  feedback: Feedback;
  company: string;
  phone: string;
}

/** A page of feedback, the newest first. */
export async function listFeedback(
  db: Db,
  { companyId, page, pageSize, state }: FeedbackFilter,
): Promise<{ list: FeedbackRow[]; total: number }> {
  const found = db
    .selectFrom('feedbacks')
    .innerJoin('companies', 'companies.id', 'feedbacks.company_id')
    .where(ofAnyCompany('company_id', companyId))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'));
  const total = await countAtMost(db, found.select('feedbacks.id'));
  const rows = await found
    .selectAll('feedbacks')
    .select('companies.name as company')
    .orderBy('feedbacks.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const ids = rows.flatMap(({ files }) => files);
  const files =
    ids.length === 0
      ? []
      : await db.selectFrom('uploads').where('id', 'in', ids).select(['id', 'name']).execute();
  const names = new Map(files.map(({ id, name }) => [id, name]));
  const list = rows.map(
    (row): FeedbackRow => ({
      feedback: {
        id: row.id,
        kind_text: KINDS[row.kind as FeedbackInput['kind']] ?? row.kind,
        text: row.text,
        files: row.files.map((id) => ({ text: names.get(id) ?? id, url: `/api/upload/${id}` })),
        state_text: row.state === 'open' ? '待回复' : '已回复',
        answered: row.state === 'open' ? 0 : 1,
        reply: row.reply,
        created_at: row.created_at,
        replied_at: row.replied_at,
      },
      company: row.company,
      phone: row.phone,
    }),
  );
  return { list, total };
}
