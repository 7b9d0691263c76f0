import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readTree } from '#engine/cli/files.ts';
import type { CallName } from '#generated/calls.ts';
import { accountId } from '#server/modules/ledger/ledger.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser, Reply } from '../../support/browser.ts';
import { shopRegistry } from '../../support/registry.ts';
import { companyOf, makeCoupon, makeGoods } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import { load, startService } from './support.ts';

/** Rows by which the price of a page is known. */
const FEW = 20;

/** Rows that a list is tried with, growing: what was there stays. */
const SIZES = [0, 1, FEW, 5000];

/** So many times as long may a page take of 250 times as many rows; usually it takes about as long. */
const MOST = 50;

/** Shorter times say nothing, ms. */
const NOTHING = 20;

/** Tries until one was not held up by what else the machine does. */
const TRIES = 5;

interface ListCase {
  query?: object;
  /** Who asks; `demo` unless staff. */
  staff?: boolean;
  /** Rows a page, where it is not the shop's own. */
  pageSize?: number;
  /** Where the list stands in the answer, when it is not the whole of it. */
  within?: string;
}

/** Every list of the order centre, the wallet and self-service, in each way in which it is tried; and staff's of the same. */
const LISTS: Partial<Record<CallName, ListCase[]>> = {
  'user.user_money_log': [{}, { query: { use_type: 1 } }],
  'user.points_log': [{}],
  'user.user_credit_list': [{}],
  'user.fast_buy': [{}, { query: { order: 'often' } }],
  'user.coupon': [{}],
  'user.availableCoupon': [{}],
  'user.voucher': [{}],
  'list.detail': [{}],
  'favorite.list': [{}],
  'alert.list': [{}],
  'user.buy_list': [{}],
  'user.feedback_list': [{}],
  'report.filter': [{}],
  'invoice.orders': [{}],
  'invoice.list': [{}],
  'task.list': [{}],
  'task.detail': [{ within: 'results', staff: true }],
  'statement.detail': [{ pageSize: 500 }],
  'order.list': [
    {},
    { query: { status: 50, keywords: '药厂' } },
    { query: { keywords: 'NO', from: '2026-01-01', until: '2027-12-31' } },
  ],
  'return.list': [{}],
  'after-sales.list': [{ query: { status: 'ended' } }],
  'hmdd.list': [{}],
  'points.orders': [{}],
  'ops-invoice.list': [{ staff: true }],
  'ops-wanted.list': [{ staff: true }],
  'ops-feedback.list': [{ staff: true }],
  'ops-order.list': [{ staff: true }, { query: { status: 50, keywords: 'NO' }, staff: true }],
  'ops-claim.list': [{ query: { family: 'return', status: 'done' }, staff: true }],
  'ops-hmdd.list': [{ staff: true }],
  'ops-credit.bills': [{ staff: true }],
  'ops-refund.list': [{ staff: true }],
};

/** Lists that never grow long, and why. */
const SHORT: Partial<Record<CallName, string>> = {
  'list.all': 'a company has a few named lists, and no more are made',
  'statement.months': 'one row a month',
};

/** Folders of pages whose lists must be tried, and how pages of theirs that stand elsewhere are named. */
const FOLDERS = ['order', 'wallet', 'self-service'];
const NAMED = /^order_/;

/** The calls that pages of these parts of the shop get their data from. */
async function callsOfPages(): Promise<Set<string>> {
  const found = new Set<string>();
  const take = (page: PageConfig, within: boolean): void => {
    const counts = within || NAMED.test(page.name ?? '');
    for (const { call } of counts ? Object.values(page.data ?? {}) : []) if (call) found.add(call);
    for (const child of page.children ?? []) take(child, counts);
  };
  for (const [path, text] of await readTree('config/pages', ['.yaml'])) {
    take(
      parse(text, { merge: true }) as PageConfig,
      FOLDERS.some((folder) => path.includes(`/${folder}/`)),
    );
  }
  return found;
}

/** Whether a schema of a call names the field. */
function hasField(schema: unknown, field: string): boolean {
  const { properties } = (schema ?? {}) as { properties?: Record<string, unknown> };
  return properties !== undefined && field in properties;
}

/** What is read of a page here. */
interface PageConfig {
  name?: string;
  data?: Record<string, { call?: string }>;
  children?: PageConfig[];
}

/** Makes a call whose name is only known at run time. */
const callAny = (browser: Browser, name: string, inputs: object): Promise<Reply> =>
  browser.call(name as CallName, inputs);

describe('lists with nothing, one, a page and thousands of rows', () => {
  let shop: TestApp;
  let demo: Browser;
  let ops: Browser;
  let list: number;
  let task: number;
  let coupon: number;
  let company: number;
  beforeAll(async () => {
    shop = await startService();
    demo = await shop.as('demo');
    ops = await shop.as('ops');
    company = await companyOf(shop.db, 'demo');
    const { data } = await demo.call('list.create', { body: { name: '清单' } });
    list = data.id;
    await makeGoods(shop.db, { price: 10, stock: 100 });
    const held = await makeCoupon(shop.db, await companyOf(shop.db, 'newbie'), { value: 1, threshold: 10 });
    ({ coupon_id: coupon } = await shop.db
      .selectFrom('company_coupons')
      .where('id', '=', held)
      .select('coupon_id')
      .executeTakeFirstOrThrow());
    // Of another than the list of tasks is asked for: its own rows are what counts.
    ({ id: task } = await shop.db
      .insertInto('tasks')
      .values({
        member_id: (await memberOf('ops')).id,
        company_id: await companyOf(shop.db, 'ops'),
        kind: 'export',
        title: '导入',
        input: '{}',
        state: 'done',
        created_at: START,
        expires_at: START + 9999,
      })
      .returning('id')
      .executeTakeFirstOrThrow());
  });
  afterAll(() => shop.close());

  const memberOf = (username: string) =>
    shop.db.selectFrom('members').where('username', '=', username).select('id').executeTakeFirstOrThrow();

  it('are all of the order centre, the wallet and self-service', async () => {
    const { contracts } = await shopRegistry();
    const lists = [...(await callsOfPages())].filter((name) => {
      const contract = contracts[name];
      if (contract?.method !== 'GET') return false;
      return hasField(contract.query, 'page') || hasField(contract.response, 'list');
    });
    expect(lists.filter((name) => !(name in LISTS) && !(name in SHORT))).toEqual([]);
    expect(lists.length).toBeGreaterThan(20);
  });

  /** Rows of everything, up to `size`, straight into the tables. */
  async function fill(from: number, size: number): Promise<void> {
    const { db } = shop;
    const { id: member } = await memberOf('demo');
    const wallet = await accountId(db, { wallet: company });
    const points = await accountId(db, { points: company });
    const fund = await accountId(db, { shop: 'points_fund' });
    const sales = await accountId(db, { shop: 'sales' });
    const bank = await accountId(db, { shop: 'bank' });
    const grants = await accountId(db, { shop: 'grants' });
    // What triggers and keys keep is not what is tried here, and costs most of the time.
    await sql`SET session_replication_role = replica`.execute(db);
    const numbers = sql`generate_series(${from + 1}::integer, ${size}::integer) AS n`;
    const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
    await run(sql`INSERT INTO goods (id, code, name, generic_name, maker_id, category_id, warehouse_id, spec, dosage_form,
        unit, approval_number, barcode, mah, storage, rx, marks, scope, hm, controlled, yx, split, zbz, jzl, min_number,
        price_fen, ladder_type, created_at)
      SELECT 10000 + n, 'S' || n, '商品' || n, '通用名', 1, 1, 1, '规格', '片剂', '盒', '国药准字', '29' || n, '', '常温', 'none',
        '{}', 'all', false, false, false, true, 10, 100, 1, 1000, 2, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO batches (goods_id, warehouse_id, batch_number, made, expires, stock)
      SELECT 10000 + n, 1, 'B' || n, '2026-01-01', '2028-01-01', 100 FROM ${numbers}`);
    await run(sql`INSERT INTO batch_reports (goods_id, batch_number, created_at)
      SELECT 10000 + n, 'B' || n, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO purchases (id, company_id, member_id, created_at)
      SELECT n, ${company}, ${member}, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO orders (id, no, purchase_id, company_id, status, hm, warehouse_id, goods_fen, manjian_fen,
        coupon_fen, shipping_fen, payable_fen, paid_fen, number, kinds, address_id, address_name, address_phone,
        address_region, address_detail, remark, created_at)
      SELECT n, 'NO' || n, n, ${company}, 50, false, 1, 1000, 0, 0, 0, 1000, 1000, 1, 1, 1, '', '', '', '', '', ${START}
      FROM ${numbers}`);
    await run(sql`INSERT INTO order_lines (order_id, goods_id, name, maker, spec, unit, number, price_fen, amount_fen,
        manjian_fen, coupon_fen, payable_fen, explanation)
      SELECT n, 10000 + n, '商品', '药厂', '规格', '盒', 1, 1000, 1000, 0, 0, 1000,
        (SELECT explanation FROM order_lines LIMIT 1) FROM ${numbers}`);
    await run(sql`INSERT INTO bought_lines (company_id, goods_id, order_id, line_id)
      SELECT ${company}, goods_id, order_id, order_lines.id FROM order_lines JOIN ${numbers} ON order_id = n
      WHERE goods_id = 10000 + n`);
    await run(sql`INSERT INTO ledger (from_account, to_account, amount, use_type, memo, created_at)
      SELECT ${grants}, ${wallet}, 1000, 1, '充值', ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO ledger (from_account, to_account, amount, use_type, order_id, memo, created_at)
      SELECT ${bank}, ${sales}, 1000, 2, n, '支付', ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO statement_entries (company_id, created_at, ledger_id, order_id, change_fen)
      SELECT ${company}, created_at, id, order_id, amount FROM ledger WHERE to_account = ${sales} AND order_id IN
        (SELECT n FROM ${numbers})`);
    await run(sql`INSERT INTO ledger (from_account, to_account, amount, use_type, memo, created_at)
      SELECT ${fund}, ${points}, 10, 10, '赠送', ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO credit_lines (company_id, limit_fen, term_days) VALUES (${company}, 100000000, 30)
      ON CONFLICT DO NOTHING`);
    await run(sql`INSERT INTO credit_bills (no, company_id, order_id, amount_fen, created_at, due_at)
      SELECT 'Z' || n, ${company}, n, 1000, ${START}, ${START} + n FROM ${numbers}`);
    await run(sql`INSERT INTO claims (no, order_id, company_id, member_id, kind, status, reason, note, created_at)
      SELECT 'S' || n || kind, n, ${company}, ${member}, kind, state, '破损', '', ${START}
      FROM ${numbers}, (VALUES (1, 50), (12, -10)) AS of_family (kind, state)`);
    await run(sql`INSERT INTO refunds (no, company_id, order_id, route, amount_fen, state, reason, created_at, done_at)
      SELECT 'R' || n, ${company}, n, 'balance', 1000, 'done', '退货退款', ${START}, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO hm_receipts (order_id, company_id, due_at)
      SELECT n, ${company}, ${START} + n FROM ${numbers}`);
    await run(sql`INSERT INTO order_list_goods (list_id, goods_id, number, created_at)
      SELECT ${list}, 10000 + n, 1, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO favorites (company_id, goods_id, created_at, price_fen)
      SELECT ${company}, 10000 + n, ${START}, 1200 FROM ${numbers}`);
    await run(sql`INSERT INTO goods_alerts (company_id, member_id, goods_id, kind, base_fen, created_at)
      SELECT ${company}, ${member}, 10000 + n, 'price', 1000, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO wanted_goods (company_id, member_id, name, maker, spec, number, note, created_at)
      SELECT ${company}, ${member}, '求购' || n, '', '', 1, '', ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO feedbacks (company_id, member_id, kind, text, files, phone, created_at)
      SELECT ${company}, ${member}, 'other', '反馈' || n, '{}', '', ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO invoices (company_id, member_id, kind, title, tax_number, address, bank, email, amount_fen, created_at)
      SELECT ${company}, ${member}, 'normal', '抬头', '', '', '', '', 1000, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO tasks (member_id, company_id, kind, title, input, state, created_at, expires_at)
      SELECT ${member}, ${company}, 'export', '任务' || n, '{}', 'done', ${START}, ${START} + 9999 FROM ${numbers}`);
    await run(sql`INSERT INTO task_results (task_id, row_number, label, ok, text)
      SELECT ${task}, n, '第' || n || '行', true, '' FROM ${numbers}`);
    await run(sql`INSERT INTO company_coupons (coupon_id, company_id, starts_at, ends_at)
      SELECT ${coupon}, ${company}, ${START - 60}, ${START} + 9999 + n FROM ${numbers}`);
    await run(sql`INSERT INTO vouchers (company_id, name, amount_fen, starts_at, ends_at, created_at)
      SELECT ${company}, '现金券' || n, 500, ${START - 60}, ${START} + 9999 + n, ${START} FROM ${numbers}`);
    await run(sql`INSERT INTO points_orders (no, company_id, member_id, kind, name, number, points, state, created_at)
      SELECT 'P' || n, ${company}, ${member}, 'coupon', '优惠券' || n, 1, 100, 'done', ${START} FROM ${numbers}`);
    await sql`SET session_replication_role = origin`.execute(db);
    // As the shop's own upkeep does; a few rows need no plan.
    if (size > 1000) await run(sql`ANALYZE`);
  }

  const paramsOf = (call: CallName): object => {
    if (call === 'list.detail') return { id: list };
    if (call === 'task.detail') return { id: task };
    if (call === 'ops-credit.bills') return { id: company };
    return call === 'statement.detail' ? { month: '2026-11' } : {};
  };

  /** ms that each question took when there were few rows. */
  const usual = new Map<string, number>();

  /** Asks as often as it takes to see that much is not dearer than little. */
  async function inTime<T>(question: string, size: number, ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const begun = performance.now();
      const answer = await ask();
      const took = performance.now() - begun;
      if (size === FEW) usual.set(question, took);
      const most = MOST * Math.max(NOTHING, usual.get(question) ?? 0);
      if (size <= FEW || took <= most) return answer;
      if (tries === TRIES)
        throw new Error(`${question}: ${took} ms, of ${FEW} rows ${usual.get(question)} ms`);
    }
  }

  async function tryList(call: CallName, one: ListCase, size: number): Promise<void> {
    const { query = {}, staff = false, pageSize = 20, within } = one;
    const last = Math.max(1, Math.ceil(size / pageSize));
    for (const page of new Set([1, last])) {
      const inputs = { params: paramsOf(call), query: { ...query, page } };
      const question = `${call} ${JSON.stringify(query)}`;
      const reply = await inTime(question, size, () => callAny(staff ? ops : demo, call, inputs));
      const data = (within ? (reply.data as Record<string, unknown>)[within] : reply.data) as {
        list: unknown[];
        total: number;
      };
      expect([call, reply.code, data.total]).toEqual([call, 200, size]);
      const rest = Math.min(pageSize, size - (page - 1) * pageSize);
      expect([call, page, data.list.length]).toEqual([call, page, rest]);
    }
  }

  it.each(SIZES)(
    '%i rows',
    async (size) => {
      await fill(SIZES[SIZES.indexOf(size) - 1] ?? 0, size);
      for (const [call, cases] of Object.entries(LISTS) as [CallName, ListCase[]][]) {
        for (const one of cases) await tryList(call, one, size);
      }
      const statement = () => load(shop, demo, '/api/document/statement/2026-11');
      expect((await inTime('a statement', size, statement)).status).toBe(200);
      const summary = await callAny(ops, 'ops.summary', {});
      expect(summary.code).toBe(200);
    },
    240_000,
  );
});
