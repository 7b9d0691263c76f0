import type { FastifyInstance } from 'fastify';
import { LIMITS } from '#engine/host/load/gate.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import { createApp } from '#server/app.ts';
import { databaseOf, PoolDriver } from '#server/kernel/db/driver.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { openPool } from '#server/kernel/db/pool.ts';
import { StatementNames } from '#server/kernel/db/prepared-statements.ts';
import { publisherOf } from '#server/kernel/db/publisher.ts';
import { ReportedChanges } from '#server/kernel/db/reported-changes.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import type { ServerRegistry } from '#server/kernel/http/contracts.ts';
import { SANDBOX } from '#server/kernel/outside/payment-gateways/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { webPushSender } from '#server/kernel/outside/web-push/push-sender.ts';
import { readColumns } from '#server/modules/catalogue/index.ts';
import { PARTS } from '#server/modules/index.ts';
import { type Form, read } from './read.ts';

/** A statement as it was sent. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  milliseconds: number;
}

export interface ShopOptions {
  registry: ServerRegistry;
  /** Folder of uploads. */
  folder: string;
  /** Hears every statement. */
  onStatement?: (statement: Statement) => void;
}

export type Reader = 'buyer-01' | 'ops';

/** The API of a shop in this process, without a server and without the schedule of its jobs. */
export interface Shop {
  db: Db;
  app: FastifyInstance;
  /** Reads a path as one of the demo's accounts, or writes a form there. @throws when it is refused */
  request(reader: Reader, path: string, form?: Form): Promise<unknown>;
  runJob(name: string): Promise<void>;
  /** Writes the back office's workbook of the orders of these days. */
  exportOrders(from: string, until: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a database with the demo data, and maybe a history. */
export async function openShop(url: string, { registry, folder, onStatement }: ShopOptions): Promise<Shop> {
  const store = await openStore({ url, connections: 4 });
  const db = onStatement ? loggingDb(url, onStatement) : store.db;
  const uploads = folderStorage(folder);
  const patient = {
    ...LIMITS,
    min: LIMITS.max,
    maxDelay: Number.POSITIVE_INFINITY,
    maxTurns: Number.POSITIVE_INFINITY,
  };
  const app = await createApp({
    registry,
    routes: PARTS.routes,
    documents: PARTS.documents,
    db,
    listen: store.listen,
    uploads,
    demo: true,
    load: patient,
  });
  const clock = () => Math.floor(Date.now() / 1000);
  await app.ready();
  // As a process does before it takes requests.
  await readColumns(db, clock());
  const cookies = new Map<Reader, Promise<string>>();
  return {
    db,
    app,
    async request(reader, path, form) {
      const cookie = cookies.get(reader) ?? logIn(app, reader);
      cookies.set(reader, cookie);
      return read(app, path, await cookie, form);
    },
    async runJob(name) {
      const job = PARTS.jobs.get(name);
      if (!job) throw new Error(`there is no job ${name}`);
      const { tasks } = PARTS;
      const channels = { mail: null, push: webPushSender() };
      const ending = new AbortController().signal;
      await job.run({
        db,
        site: site(registry),
        uploads,
        gateways: SANDBOX,
        channels,
        tasks,
        pageTables: app.pageTables,
        now: clock(),
        ending,
      });
    },
    async exportOrders(from, until) {
      await PARTS.tasks.get('export')?.run({
        db,
        site: site(registry),
        uploads,
        pageTables: app.pageTables,
        now: clock(),
        id: 0,
        owner: { memberId: 0, companyId: 0 },
        input: { what: 'orders', from, until } as never,
        done: 0,
        progress: async () => {},
      });
    },
    async close() {
      await app.close();
      if (db !== store.db) {
        await publisherOf(db).end();
        await db.destroy();
      }
      await store.close();
    },
  };
}

const site = ({ site }: ServerRegistry): SiteConfig => site;

function loggingDb(url: string, onStatement: (statement: Statement) => void): Db {
  const pool = openPool({ connectionString: url, max: 4 });
  return databaseOf(
    new PoolDriver(pool, {
      names: new StatementNames(),
      changes: new ReportedChanges(pool, () => {}),
      observe: ({ text, values, milliseconds }) =>
        onStatement({ sql: text, parameters: values, milliseconds }),
    }),
  );
}

async function logIn(app: FastifyInstance, username: Reader): Promise<string> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password: 'Demo@2026' }).toString(),
  });
  const cookie = response.cookies[0];
  if (!cookie) throw new Error(`${username} could not log in: ${response.body}`);
  return `${cookie.name}=${cookie.value}`;
}
