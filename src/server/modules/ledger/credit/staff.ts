import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { saveRow } from '../../../kernel/audit/rows.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { creditOf } from './credit.ts';

const OPEN = sql<number>`amount_fen - repaid_fen - reduced_fen`;

/** The companies that buy on credit, the most indebted first. */
export async function listCredit(
  db: Db,
  { page, keywords = '', overdue }: Calls['ops-credit.list']['query'],
  pageSize: number,
  now: number,
): Promise<Calls['ops-credit.list']['data']> {
  const pattern = likePattern(keywords.trim());
  const late = db
    .selectFrom('credit_bills')
    .where('due_at', '<', now)
    .groupBy('company_id')
    .select(['company_id', sql<number>`sum(${OPEN})`.as('overdue')]);
  const found = db
    .selectFrom('credit_lines as line')
    .innerJoin('companies', 'companies.id', 'line.company_id')
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.company_id', '=', 'line.company_id').on('accounts.kind', '=', 'credit'),
    )
    .leftJoin(late.as('late'), 'late.company_id', 'line.company_id')
    .$if(pattern !== '%%', (query) => query.where('companies.name', 'like', pattern))
    .$if(overdue === 1, (query) => query.where('late.overdue', '>', 0));
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy(sql`coalesce(accounts.balance, 0)`)
    .orderBy('line.company_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('line')
    .select(['companies.name as company', 'late.overdue'])
    .execute();
  const list = [];
  for (const row of rows) {
    const credit = await creditOf(db, row.company_id, now);
    list.push({
      id: row.company_id,
      company: row.company,
      limit: toYuan(row.limit_fen),
      temporary: toYuan(row.temporary_fen),
      temporary_until: row.temporary_until,
      used: toYuan(credit.used),
      available: toYuan(credit.available),
      overdue: toYuan(row.overdue ?? 0),
      term_days: row.term_days,
      enabled: row.enabled ? 1 : 0,
      enabled_text: row.enabled ? '启用' : '停用',
    });
  }
  return { list, total, page, page_size: pageSize };
}

/** A company's bills, the open ones first; null when there is no such company. */
export async function billsForStaff(
  db: Db,
  companyId: number,
  page: number,
  pageSize: number,
  now: number,
): Promise<Calls['ops-credit.bills']['data'] | null> {
  const company = await db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('name')
    .executeTakeFirst();
  if (!company) return null;
  const found = db.selectFrom('credit_bills').where('credit_bills.company_id', '=', companyId);
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .innerJoin('orders', 'orders.id', 'credit_bills.order_id')
    .orderBy(sql`(${OPEN} = 0)`)
    .orderBy('due_at')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('credit_bills')
    .select('orders.no as order_no')
    .execute();
  return {
    company: company.name,
    list: rows.map((row) => {
      const open = row.amount_fen - row.repaid_fen - row.reduced_fen;
      return {
        id: row.id,
        no: row.no,
        order_no: row.order_no,
        amount: toYuan(row.amount_fen),
        repaid: toYuan(row.repaid_fen),
        reduced: toYuan(row.reduced_fen),
        open: toYuan(open),
        created_at: row.created_at,
        due_at: row.due_at,
        state_text: stateText(open, row.repaid_fen, row.due_at, now),
      };
    }),
    total,
    page,
    page_size: pageSize,
  };
}

/** Opens or changes a company's credit. A limit below what is used only stops new orders on credit. */
export async function saveCredit(
  db: Db,
  request: RequestContext,
  body: Calls['ops-credit.save']['body'],
): Promise<Answer<{ id: number }>> {
  const company = await db
    .selectFrom('companies')
    .leftJoin('members', 'members.company_id', 'companies.id')
    .where((eb) =>
      eb.or([eb('companies.name', '=', body.company), eb('members.username', '=', body.company)]),
    )
    .select(['companies.id', 'companies.name'])
    .executeTakeFirst();
  if (!company) return refuseField('company', '没有这家企业');
  if (body.temporary > 0 && (body.temporary_until ?? 0) <= request.now) {
    return refuseField('temporary_until', '请填写临时额度的到期时间');
  }
  const saved = await saveRow(db, request, {
    table: 'credit_lines',
    subject: 'credit',
    logId: company.id,
    key: { company_id: company.id },
    values: {
      limit_fen: toFen(body.limit),
      temporary_fen: toFen(body.temporary),
      temporary_until: body.temporary > 0 ? (body.temporary_until ?? null) : null,
      term_days: body.term_days,
      enabled: body.enabled === 1,
    },
    label: company.name,
  });
  return saved.ok ? ok({ id: company.id }, '账期已保存') : saved;
}

function stateText(open: number, repaid: number, dueAt: number, now: number): string {
  if (open === 0) return '全部还款';
  if (dueAt < now) return '已逾期';
  return repaid > 0 ? '部分还款' : '未还款';
}
