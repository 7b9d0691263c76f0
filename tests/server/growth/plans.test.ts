import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedShop } from '#tools/server/growth/seed-shop.ts';
import { openShop, type Shop, type Statement } from '#tools/server/growth/shop.ts';
import { runCold, worksOf } from '#tools/server/growth/work.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { shopRegistry } from '../support/registry.ts';
import { type FullScan, fullScans } from './support/full-scans.ts';
import { blocksOf, TIMES } from './support/plan-of.ts';

/** Enough rows for statistics like those of a shop with a past. */
const SIZE = { goods: 3_000, members: 2_000, orders: 20_000 };

/** Tables that become larger for as long as the shop is open. */
const GROWING = new Set([
  'accounts',
  'addresses',
  'audit_log',
  'batches',
  'cart_lines',
  'certificates',
  'chat_messages',
  'claims',
  'companies',
  'company_coupons',
  'favorites',
  'feedbacks',
  'goods',
  'goods_alerts',
  'hm_receipts',
  'invoices',
  'ledger',
  'line_batches',
  'members',
  'message_reads',
  'messages',
  'order_events',
  'order_lines',
  'orders',
  'parcel_lines',
  'parcels',
  'payment_parts',
  'payments',
  'promotion_goods',
  'promotion_uses',
  'purchases',
  'refunds',
  'sessions',
  'statement_entries',
  'unread_messages',
  'uploads',
]);

/** What is read as a whole, by what its statement says. */
const ALLOWED: readonly { tables: readonly string[]; says: RegExp; because: string }[] = [
  {
    tables: ['goods'],
    says: /GROUPING SETS/,
    because: 'all of a list are counted, in a shop with few goods',
  },
  { tables: ['ledger', 'accounts'], says: /accounts\.kind = 'points'/, because: 'once a year points expire' },
  {
    tables: ['uploads', 'invoices'],
    says: /^(?:UPDATE|DELETE FROM) uploads/,
    because: 'the test has hardly more of them than one run examines',
  },
  {
    tables: ['batches', 'companies', 'feedbacks', 'goods', 'invoices', 'members', 'refunds'],
    says: /^select \(SELECT count\(\*\) FROM .* AS counted\) as "[\w ]+"$/,
    because: 'there are fewer than are counted at most',
  },
  {
    tables: ['promotion_goods'],
    says: /"offer"\."goods_id" in \(/,
    because: 'the goods of every promotion are looked up at once where all of them are shown',
  },
  {
    tables: ['goods'],
    says: /bought/,
    because: 'the buyer with the most orders has bought hundreds of the few goods of the test',
  },
  {
    tables: ['orders'],
    says: /team_places/,
    because: 'the teams of the test are of its first orders, and what is read in their order ends there',
  },
  {
    tables: ['members'],
    says: /from "chat_messages"/,
    because: 'staff are the first members, and what is read in their order ends there',
  },
  {
    tables: ['goods_alerts'],
    says: /FOR UPDATE OF goods_alerts$/,
    because: 'the test has so few of them that one plan for any number of notes reads them',
  },
];

/** Goods on a page of a list. */
const GOODS = 20;

/** Of three indices and two tables, for five purchases; some more where the newest orders are not paid. */
const BLOCKS_OF_GOOD = 60;

const isAllowed = ({ table, sql }: FullScan): boolean =>
  ALLOWED.some((allowed) => allowed.tables.includes(table) && allowed.says.test(sql));

const isPlanned = ({ sql }: Statement): boolean => /^\s*(?:select|with|insert|update|delete)\b/i.test(sql);

const registry = await shopRegistry();
const works = worksOf(registry);

let shop: Shop;
let client: Client;
let end: (() => Promise<void>) | undefined;
const statements = new Map<string, Statement>();

beforeAll(async () => {
  const { url, drop } = await createTestDatabase(async () => {});
  const folder = await mkdtemp(join(tmpdir(), 'storewright-plans-'));
  await seedShop(url, SIZE, Math.floor(Date.now() / 1000));
  client = new Client({ connectionString: url });
  await client.connect();
  shop = await openShop(url, {
    registry,
    folder,
    onStatement: (statement) => statements.set(statement.sql, statement),
  });
  end = async () => {
    await shop.close();
    await client.end();
    await drop();
    await rm(folder, { recursive: true, force: true });
  };
}, 300_000);

afterAll(() => end?.());

/** Something for each job that looks at what has changed. */
const CHANGES = `
  UPDATE goods SET sales = sales + 1, price_fen = price_fen - 1, in_stock = NOT in_stock
    WHERE id IN (SELECT goods_id FROM goods_alerts WHERE fired_at IS NULL LIMIT 3);
  UPDATE companies SET level = 4 - level WHERE id IN (SELECT company_id FROM goods_alerts WHERE fired_at IS NULL LIMIT 1);
  UPDATE orders SET status = -12 WHERE id IN (SELECT id FROM orders WHERE status = 30 LIMIT 3);
  INSERT INTO sold_days (goods_id, day, units) SELECT id, 1, 0 FROM goods LIMIT 10 ON CONFLICT DO NOTHING`;

/** The statements that the work sends. */
async function statementsOf(name: string): Promise<Statement[]> {
  const work = works.find((one) => one.name === name);
  if (!work) throw new Error(`there is no work ${name}`);
  await client.query(CHANGES);
  statements.clear();
  await runCold(shop, work);
  return [...statements.values()].filter(isPlanned);
}

describe('a shop with many goods, members and orders', () => {
  it.each(works.map(({ name }) => name))('reads no table as a whole that grows: %s', async (name) => {
    const scans = await fullScans(client, await statementsOf(name), GROWING);
    expect(scans.filter((scan) => !isAllowed(scan))).toEqual([]);
  });

  it.each(TIMES)(
    'finds what a buyer with many orders bought before in some blocks a good: %s',
    async (time) => {
      const { rows } = await client.query<{ id: number }>(`
      SELECT id FROM goods JOIN bought_lines ON goods_id = id
      WHERE company_id = (SELECT company_id FROM members WHERE username = 'buyer-01')
      GROUP BY id ORDER BY count(*) DESC LIMIT 1`);
      const sent = await statementsOf('own purchases of a good');
      const looked = sent.filter(({ sql }) => sql.includes('bought_lines'));
      expect(looked).not.toEqual([]);
      for (const { sql, parameters, ...rest } of looked) {
        const goods = parameters.findIndex((value) => Array.isArray(value));
        const often = parameters.with(
          goods,
          Array.from({ length: GOODS }, () => rows[0]?.id),
        );
        expect(await blocksOf(client, { ...rest, sql, parameters: often }, time)).toBeLessThan(
          GOODS * BLOCKS_OF_GOOD,
        );
      }
    },
  );

  it('names the statement and the table when an index is gone', async () => {
    const sent = await statementsOf('order.list');
    await client.query('BEGIN');
    await client.query('DROP INDEX orders_company, orders_company_state');
    const scans = await fullScans(client, sent, GROWING);
    await client.query('ROLLBACK');
    expect(scans).toContainEqual({ table: 'orders', sql: expect.stringContaining('"company_id" = $1') });
  });
});
