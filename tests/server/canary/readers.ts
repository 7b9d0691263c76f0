import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Db } from '#server/kernel/db/schema.ts';
import { seed } from '#server/seed/index.ts';
import { type StartOptions, startApp, type TestApp } from '../support/app.ts';
import { companyOf } from '../support/shelf.ts';
import { START } from '../support/store.ts';
import { type Finder, type Kind, plantFigures } from './figures.ts';

/** What only staff are told. */
const COSTS: readonly Kind[] = ['cost', 'cost of a line'];

/** What only a company of the right level, or the company itself, is told. */
const OTHERS: readonly Kind[] = ['last purchase', 'favourite'];

/** Who reads: the account, the level of its company, and which figures are not its own; null is every figure. */
const READERS = {
  owner: { username: 'demo', level: 3, hidden: ['level 2', ...COSTS] },
  'a member of level 1': {
    username: 'buyer-01',
    level: 1,
    hidden: ['level 2', 'level 3', ...OTHERS, ...COSTS],
  },
  'a member of level 2': { username: 'buyer-02', level: 2, hidden: ['level 3', ...OTHERS, ...COSTS] },
  'a member in review': { username: 'newbie', level: 3, hidden: null },
  'a visitor': { username: null, level: 1, hidden: null },
} as const satisfies Record<
  string,
  { username: string | null; level: number; hidden: readonly Kind[] | null }
>;

type ReaderName = keyof typeof READERS;

const NAMES = Object.keys(READERS) as ReaderName[];

export interface CanaryShop {
  shop: TestApp;
  find: Finder;
  /** The address as the owner of the figures gets it. */
  asOwner: (url: string) => Promise<string>;
  /** Lets the owner read the address, then everybody at once. */
  readByAll: (url: string) => Promise<void>;
  /** The kinds of figures that the owner was told by what everybody read. */
  told: Set<Kind>;
  /** `reader: kind in url` of every figure that somebody was told who may not know it. */
  leaks: string[];
  /** How often each reader was answered with a status under 300. */
  answered: Map<string, number>;
  /** What the server wrote into its log. */
  logged: () => string;
  close: () => Promise<void>;
}

/** The demo shop, in which every price and stock tells whose it is, with its readers logged in. */
export async function openCanaryShop(options: Pick<StartOptions, 'extend'> = {}): Promise<CanaryShop> {
  const lines: string[] = [];
  const written = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((line) => lines.push(String(line)) > 0);
  let find: Finder = () => new Set();
  const shop = await startApp({
    ...options,
    async seed(db, now) {
      // The demo shop brings its own members.
      for (const table of ['addresses', 'members', 'companies', 'managers'] as const) {
        await db.deleteFrom(table).execute();
      }
      await seed(db, { now, goods: 620, buyers: 2 });
      for (const { username, level } of Object.values(READERS)) {
        if (username === null) continue;
        const id = await companyOf(db, username);
        await db.updateTable('companies').set({ level }).where('id', '=', id).execute();
      }
      const owner = await companyOf(db, 'demo');
      await keepThings(db, { from: owner, to: await companyOf(db, 'newbie') });
      find = await plantFigures(db, owner);
    },
  });
  const cookies = new Map<ReaderName, string | undefined>();
  for (const name of NAMES) {
    const { username } = READERS[name];
    cookies.set(name, username === null ? undefined : (await shop.as(username)).cookie);
  }
  const told = new Set<Kind>();
  const leaks: string[] = [];
  const answered = new Map<string, number>();
  let asked = 0;

  async function read(name: ReaderName, url: string): Promise<{ body: string; seen: Set<Kind> }> {
    const cookie = cookies.get(name);
    asked += 1;
    const response = await shop.app.inject({
      method: 'GET',
      url,
      // Nobody is refused for asking too often.
      remoteAddress: `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      headers: { accept: 'text/html,application/json', ...(cookie && { cookie: `sid=${cookie}` }) },
    });
    if (response.statusCode < 300) answered.set(name, (answered.get(name) ?? 0) + 1);
    const seen = find(`${response.body}\n${JSON.stringify(response.headers)}`);
    const { hidden } = READERS[name] as { hidden: readonly Kind[] | null };
    for (const kind of seen) {
      if (hidden === null || hidden.includes(kind)) leaks.push(`${name}: ${kind} in ${url}`);
    }
    return { body: response.body, seen };
  }

  return {
    shop,
    find,
    told,
    leaks,
    answered,
    logged: () => lines.join(''),
    async close() {
      await shop.close();
      written.mockRestore();
    },
    asOwner: async (url) => (await read('owner', url)).body,
    async readByAll(url) {
      for (const kind of (await read('owner', url)).seen) told.add(kind);
      // Another one comes first each time, so that nobody always finds what the same one left in a cache.
      const first = asked % NAMES.length;
      const order = [...NAMES.slice(first), ...NAMES.slice(0, first)];
      await Promise.all(order.map((name) => read(name, url)));
    },
  };
}

/** Who is in review may have been approved before: with favourites and a cart. */
async function keepThings(db: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await sql`INSERT INTO favorites (company_id, goods_id, price_fen, created_at)
    SELECT ${to}::integer, goods_id, price_fen, created_at FROM favorites WHERE company_id = ${from}`.execute(
    db,
  );
  await sql`INSERT INTO cart_lines (company_id, goods_id, warehouse_id, type, number, created_at)
    SELECT companies.id, goods.id, goods.warehouse_id, 0, goods.zbz, ${START}::integer
    FROM goods, companies WHERE goods.id <= 12 AND companies.id IN (${from}, ${to})
      AND NOT EXISTS (SELECT FROM cart_lines WHERE company_id = companies.id AND goods_id = goods.id)`.execute(
    db,
  );
}
