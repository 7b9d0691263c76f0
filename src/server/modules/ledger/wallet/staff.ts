import type { Calls } from '#generated/calls.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toFen, toYuan } from '#shop/domain/money.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { countAtMost } from '../../../kernel/db/count-at-most.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { notifyCompany } from '../../../kernel/notifications/notify-company.ts';
import { pageLink } from '../../../kernel/pages/page-link.ts';
import { type Answer, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';
import { likePattern } from '../../../kernel/text/search-text.ts';
import { balanceOf, book, lockAccount, USE_TYPE, type UseType } from '../ledger.ts';
import type { ShopAccount } from '../tables.ts';
import { moneyEntry, readLogOf } from './log.ts';

const balancePage = pageLink('wdqb_yegl');

type Kind = Calls['ops-balance.book']['body']['kind'];

/**
 * What staff book on a balance (domain §5: 充值, 提现, 人工调整, 赠送): against which account of the shop, and in which
 * direction.
 */
const KINDS: Record<Kind, { text: string; useType: UseType; shop: ShopAccount; gives: boolean }> = {
  top_up: { text: '充值', useType: USE_TYPE.topUp, shop: 'bank', gives: true },
  withdraw: { text: '提现', useType: USE_TYPE.withdrawal, shop: 'bank', gives: false },
  add: { text: '人工增加', useType: USE_TYPE.adjustment, shop: 'grants', gives: true },
  deduct: { text: '人工扣减', useType: USE_TYPE.adjustment, shop: 'grants', gives: false },
  gift: { text: '赠送', useType: USE_TYPE.gift, shop: 'grants', gives: true },
};

const walletsOf = (db: Db) => db.selectFrom('accounts').where('accounts.kind', '=', 'wallet');

/** How many wallets there are, up to `MOST_COUNTED`, and what they hold: those that hold nothing are not read for it. */
async function sumUpAll(db: Db) {
  const total = await countAtMost(db, walletsOf(db).select('accounts.id'));
  const { balance } = await walletsOf(db)
    .where('accounts.balance', '>', 0)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('balance'), eb.lit(0)).as('balance'))
    .executeTakeFirstOrThrow();
  return { total, balance };
}

/** A page of the companies' balances, highest first; without keywords they are counted up to `MOST_COUNTED`. */
export async function listBalances(
  db: Db,
  { page, keywords = '' }: Calls['ops-balance.list']['query'],
  pageSize: number,
): Promise<Calls['ops-balance.list']['data']> {
  const pattern = likePattern(keywords.trim());
  const isSearched = keywords.trim() !== '';
  const found = walletsOf(db)
    .innerJoin('companies', 'companies.id', 'accounts.company_id')
    .$if(isSearched, (query) =>
      query.where((eb) =>
        eb.or([
          eb('companies.name', 'like', pattern),
          eb.exists(
            eb
              .selectFrom('members')
              .whereRef('members.company_id', '=', 'companies.id')
              .where('members.username', 'like', pattern)
              .select('members.id'),
          ),
        ]),
      ),
    );
  const sums = isSearched
    ? await found
        .select((eb) => [
          eb.fn.countAll<number>().as('total'),
          eb.fn.coalesce(eb.fn.sum<number>('balance'), eb.lit(0)).as('balance'),
        ])
        .executeTakeFirstOrThrow()
    : await sumUpAll(db);
  const rows = await found
    .orderBy('accounts.balance', 'desc')
    .orderBy('accounts.company_id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .select(['companies.id', 'companies.name as company', 'accounts.balance'])
    .execute();
  return {
    list: rows.map(({ id, company, balance }) => ({ id, company, balance: toYuan(balance) })),
    total: sums.total,
    page,
    page_size: pageSize,
    sum: toYuan(sums.balance),
  };
}

/** A company's balance with its entries; null when there is no such company. */
export async function readBalance(
  db: Db,
  companyId: number,
  page: number,
  pageSize: number,
): Promise<Calls['ops-balance.log']['data'] | null> {
  const company = await nameOf(db, companyId);
  if (company === null) return null;
  const { list, total } = await readLogOf(db, { wallet: companyId }, { page, pageSize });
  return {
    company,
    balance: toYuan(await balanceOf(db, { wallet: companyId })),
    kinds: Object.entries(KINDS).map(([value, { text }]) => ({ value, label: text })),
    list: list.map(moneyEntry),
    total,
    page,
    page_size: pageSize,
  };
}

/** Books money that was paid in or out outside of the shop, or that staff grant. Run it in a transaction. */
export async function bookBalance(
  db: Db,
  request: RequestContext,
  companyId: number,
  { kind, amount: yuan, memo }: Calls['ops-balance.book']['body'],
): Promise<Answer<{ balance: number }>> {
  const company = await nameOf(db, companyId);
  if (company === null) return refuse('notFound', { message: '企业不存在' });
  const { text, useType, shop, gives } = KINDS[kind];
  const amount = toFen(yuan);
  const before = await lockAccount(db, { wallet: companyId });
  if (!gives && before < amount) return refuseField('amount', `余额只有 ${formatFen(before)}`);
  const [from, to] = gives ? [{ shop }, { wallet: companyId }] : [{ wallet: companyId }, { shop }];
  await book(db, { from, to, amount, useType, memo: `${text}：${memo}`, at: request.now });
  const after = gives ? before + amount : before - amount;
  const change = { action: 'book', subject: 'balance', id: companyId, label: company } as const;
  await record(db, request, {
    ...change,
    before: { balance: formatFen(before) },
    after: { balance: formatFen(after), kind: text, amount: formatFen(amount), note: memo },
  });
  const body = `${text} ${formatFen(amount)}，余额 ${formatFen(after)}。${memo}`;
  await notifyCompany(
    db,
    companyId,
    { kind: 'account', title: `余额${text}`, body, url: balancePage() },
    request.now,
  );
  return ok({ balance: toYuan(after) }, `已${text} ${formatFen(amount)}`);
}

async function nameOf(db: Db, companyId: number): Promise<string | null> {
  const row = await db.selectFrom('companies').where('id', '=', companyId).select('name').executeTakeFirst();
  return row?.name ?? null;
}
