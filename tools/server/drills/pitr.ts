import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openStore } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import {
  findWithTools,
  makeServerFolder,
  type PostgresServer,
  runAsServer,
  startPostgres,
} from '../../postgres.ts';
import { createNotes, type Drill, type Notes, proveBooks, type Stage } from './drill.ts';
import { fillShelves, openShopOn, seedDatabase, untilServed, withShop } from './shop.ts';
import { lastOrder, startTrading } from './traders.ts';

const SIZES = {
  small: { buyers: 4, orders: 10 },
  full: { buyers: 24, orders: 2000 },
} as const;

const PLENTY = 1_000_000;
/** Units that somebody adds to every shelf, which are not there. */
const HARM = 50_000_000;

const GOODS = 300;
const DATABASE = 'drill';

interface Place {
  programs: string;
  durable: boolean;
  /** Of the log files and the base backup. */
  archive: string;
}

/** What buyers had been told at the moment before the harm, and the moment itself. */
interface Before {
  since: number;
  moment: string;
  orders: ReadonlySet<number>;
  paid: ReadonlySet<number>;
  log: string[];
  /** Told after the harm. */
  after: ReadonlySet<number>;
}

const momentOf = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ now: string }>`SELECT clock_timestamp()::text AS now`.execute(db);
  return rows[0]?.now ?? '';
};

/** Purchases, a base backup among them, then something that must not have been done. */
async function harmUnderLoad(
  { scale, ground }: Stage,
  { programs, archive }: Place,
  postgres: PostgresServer,
  notes: Notes,
): Promise<Before> {
  const { buyers, orders } = SIZES[scale];
  const url = postgres.urlOf(DATABASE);
  return withShop(openShopOn(ground, url), async (shop) => {
    const since = await shop.inspect(lastOrder);
    const trading = await startTrading(await shop.logInBuyers(buyers), notes);
    const { seen } = trading;
    await trading.more(orders);
    const base = join(archive, 'base');
    await runAsServer(
      join(programs, 'pg_basebackup'),
      ['-D', base, '-X', 'stream', '-c', 'fast', '-d', postgres.urlOf('postgres')],
      archive,
    );
    await runAsServer(join(programs, 'pg_verifybackup'), [base], archive);
    await trading.more(orders);
    const told = { orders: new Set(seen.orders), paid: new Set(seen.paid) };
    const moment = await shop.inspect(momentOf);
    await trading.more(2);
    await shop.inspect((db) => fillShelves(db, HARM));
    const until = new Set(seen.orders);
    await trading.more(orders);
    await trading.end();
    const after = new Set([...seen.orders].filter((id) => !until.has(id)));
    return { since, moment, ...told, log: shop.log, after };
  });
}

/** A server as it was at a moment, by the steps of `RECOVERY.md`. */
async function goBack({ programs, durable, archive }: Place, moment: string): Promise<PostgresServer> {
  return startPostgres({
    durable,
    programs,
    async fill(data) {
      await runAsServer('cp', ['-a', join(archive, 'base'), data], archive);
      await appendFile(
        join(data, 'postgresql.conf'),
        `\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'
recovery_target_action = promote\narchive_mode = off\n`,
      );
      await writeFile(join(data, 'recovery.signal'), '');
    },
  });
}

async function untilRecovered(db: Db): Promise<void> {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(50)) {
    const { rows } = await sql<{ under: boolean }>`SELECT pg_is_in_recovery() AS under`.execute(db);
    if (rows[0]?.under === false) return;
  }
  throw new Error('the recovery does not end');
}

async function compare(db: Db, before: Before, notes: Notes): Promise<void> {
  const rows = await db
    .selectFrom('orders')
    .where('id', '>', before.since)
    .select(['id', 'paid_at'])
    .execute();
  const kept = new Map(rows.map(({ id, paid_at }) => [id, paid_at]));
  for (const id of before.orders) notes.expect(kept.has(id), `order ${id} of before the moment is lost`);
  for (const id of before.paid)
    notes.expect((kept.get(id) ?? null) !== null, `the payment of order ${id} of before the moment is lost`);
  for (const id of before.after) notes.expect(!kept.has(id), `order ${id} of after the harm is there`);
  const harmed = await db.selectFrom('batches').where('stock', '>=', HARM).select('id').execute();
  notes.expect(harmed.length === 0, `${harmed.length} batches have the wrong stock still`);
  Object.assign(notes.figures, {
    'orders before the moment': before.orders.size,
    'orders after the harm': before.after.size,
    'orders recovered': kept.size,
  });
}

async function recover(stage: Stage, place: Place, before: Before, notes: Notes): Promise<void> {
  const started = performance.now();
  const postgres = await goBack(place, before.moment);
  try {
    const url = postgres.urlOf(DATABASE);
    const store = await openStore({ url, connections: 2 });
    try {
      await untilRecovered(store.db);
      notes.figures['recovered, s'] = ((performance.now() - started) / 1000).toFixed(1);
      await compare(store.db, before, notes);
      await proveBooks({ inspect: (work) => work(store.db), log: before.log }, notes);
    } finally {
      await store.close();
    }
    await withShop(openShopOn(stage.ground, url), untilServed);
  } finally {
    await postgres.stop();
  }
}

/** Something was done that must not have been: back to the moment before it. */
export const pitr: Drill = {
  title: 'all stock is falsified under purchases, and the database goes back to the moment before',
  bound: { small: 400, full: 1800 },
  async missing() {
    return (await findWithTools()) === null
      ? 'pg_basebackup is not here: PostgreSQL of the system has it'
      : null;
  },
  async run(stage) {
    const notes = createNotes();
    const programs = await findWithTools();
    if (programs === null) throw new Error('no pg_basebackup');
    const durable = stage.scale === 'full';
    const archive = await makeServerFolder('storewright-archive-');
    const place = { programs, durable, archive };
    try {
      const postgres = await startPostgres({
        durable,
        programs,
        settings: {
          archive_mode: 'on',
          archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
          archive_timeout: '60',
        },
      });
      try {
        const url = await postgres.createDatabase(DATABASE);
        const { buyers } = SIZES[stage.scale];
        await seedDatabase(url, stage.ground.registry, { buyers, goods: GOODS });
        const store = await openStore({ url, connections: 1 });
        try {
          await fillShelves(store.db, PLENTY);
        } finally {
          await store.close();
        }
        const before = await harmUnderLoad(stage, place, postgres, notes);
        await postgres.shutDown();
        await recover(stage, place, before, notes);
      } finally {
        await postgres.stop();
      }
    } finally {
      await rm(archive, { recursive: true, force: true });
    }
    return notes;
  },
};
