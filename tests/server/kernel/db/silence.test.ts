import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { DatabaseOutage } from '#server/kernel/db/outage.ts';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';

/** Milliseconds within which what waits for a database that hangs is broken off, and within which it is used again. */
const BROKEN_OFF = 30_000;
const BACK = 20_000;

/** Milliseconds after which a shop has begun to ask whether its database answers. */
const FIRST_QUESTION = 1000;

/** Resolves to what the promise failed with. */
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (fault: unknown) => fault,
  );

describe('a database that hangs without breaking its connections off', () => {
  let server: PostgresServer;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgres();
    store = await openStore({ url: await server.createDatabase('shop'), connections: 2 });
    await sql`SELECT 1`.execute(store.db);
  });
  afterAll(async () => {
    await store.close();
    await server.stop();
  });

  it('is an outage for what waits for it, within seconds, and for what comes later at once', async () => {
    // One in the middle of a statement, one that waits in a transaction, one that waits for a connection.
    const began = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const inTransaction = store.db.transaction().execute(async (trx) => {
      await sql`SELECT 1`.execute(trx);
      began.resolve();
      await held.promise;
      await sql`SELECT 1`.execute(trx);
    });
    await began.promise;
    const thaw = await server.freeze();
    onTestFinished(thaw);
    held.resolve();
    const started = performance.now();
    const work = [inTransaction, ...[1, 2, 3].map((row) => sql`SELECT ${row}::integer`.execute(store.db))];
    const faults = await Promise.all(work.map(faultOf));
    expect(faults.every((fault) => fault instanceof DatabaseOutage)).toBe(true);
    expect(performance.now() - started).toBeLessThan(BROKEN_OFF);
    const later = performance.now();
    expect(await faultOf(sql`SELECT 1`.execute(store.db))).toBeInstanceOf(DatabaseOutage);
    expect(performance.now() - later).toBeLessThan(1000);

    thaw();
    await vi.waitUntil(async () => (await faultOf(sql`SELECT 1`.execute(store.db))) === undefined, {
      timeout: BACK,
      interval: 50,
    });
  });

  it('keeps no session of a shop that is closed while one is being made', async () => {
    const closed = await openStore({ url: await server.createDatabase('closed') });
    const thaw = await server.freeze();
    onTestFinished(thaw);
    await setTimeout(FIRST_QUESTION);
    const closing = closed.close();
    thaw();
    await closing;
    // Refused for a database that somebody is connected to.
    expect(await server.createDatabase('copied', 'closed')).toContain('copied');
  });

  it('is not one that takes long for a statement', async () => {
    const { rows } = await sql<{ slept: string }>`SELECT pg_sleep(6)::text AS slept`.execute(store.db);
    expect(rows).toHaveLength(1);
  });
});
