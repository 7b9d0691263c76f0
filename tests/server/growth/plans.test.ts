import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedShop } from '#tools/server/growth/seed-shop.ts';
import { openShop, type Shop, type Statement } from '#tools/server/growth/shop.ts';
import { runCold, WORK } from '#tools/server/growth/work.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { shopRegistry } from '../support/registry.ts';
import { type FullScan, fullScans } from './support/full-scans.ts';

/** Enough rows for statistics like those of a shop with a past. */
const SIZE = { goods: 1_000, members: 2_000, orders: 20_000 };

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
  'uploads',
]);

/** What is read as a whole, by what its statement says. */
const ALLOWED: readonly { tables: readonly string[]; says: RegExp; because: string }[] = [
  { tables: ['goods'], says: /GROUPING SETS/, because: 'all of a list are counted, for 30 seconds' },
  { tables: ['goods'], says: /^UPDATE goods SET name_rank/, because: 'each is ranked among all of its name' },
  { tables: ['goods'], says: /^INSERT INTO stock_days/, because: 'all on sale are counted, once an hour' },
  {
    tables: ['order_lines', 'orders', 'goods'],
    says: /UPDATE goods SET units_sold/,
    because: 'what was sold of every good is counted, once a day',
  },
  { tables: ['ledger', 'accounts'], says: /accounts\.kind = 'points'/, because: 'once a year points expire' },
  {
    tables: ['goods', 'goods_alerts', 'companies'],
    says: /FOR UPDATE OF goods_alerts/,
    because: 'each open alert is compared with a price that depends on level, promotion and time',
  },
  {
    tables: ['uploads', 'invoices'],
    says: /^(?:UPDATE|DELETE FROM) uploads/,
    because: 'the test has hardly more of them than one run examines',
  },
  {
    tables: ['members', 'companies'],
    says: /AS counted\) as "total"$/,
    because: 'there are fewer than are counted at most',
  },
];

const isAllowed = ({ table, sql }: FullScan): boolean =>
  ALLOWED.some((allowed) => allowed.tables.includes(table) && allowed.says.test(sql));

const isPlanned = ({ sql }: Statement): boolean => /^\s*(?:select|with|insert|update|delete)\b/i.test(sql);

let shop: Shop;
let client: Client;
let end: (() => Promise<void>) | undefined;
const statements = new Map<string, Statement>();

beforeAll(async () => {
  const registry = await shopRegistry();
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

/** The statements that the work sends. */
async function statementsOf(name: string): Promise<Statement[]> {
  const work = WORK.find((one) => one.name === name);
  if (!work) throw new Error(`there is no work ${name}`);
  statements.clear();
  await runCold(shop, work);
  return [...statements.values()].filter(isPlanned);
}

describe('a shop with many goods, members and orders', () => {
  it.each(WORK.map(({ name }) => name))('reads no table as a whole that grows: %s', async (name) => {
    const scans = await fullScans(client, await statementsOf(name), GROWING);
    expect(scans.filter((scan) => !isAllowed(scan))).toEqual([]);
  });

  it('names the statement and the table when an index is gone', async () => {
    const sent = await statementsOf('own orders');
    await client.query('BEGIN');
    await client.query('DROP INDEX orders_company, orders_company_state');
    const scans = await fullScans(client, sent, GROWING);
    await client.query('ROLLBACK');
    expect(scans).toContainEqual({ table: 'orders', sql: expect.stringContaining('"company_id" = $1') });
  });
});
