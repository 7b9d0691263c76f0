import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { openTestStore } from '../../support/store.ts';

/** Which session of the database a statement went through. */
async function sessionOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  return rows[0]?.pid ?? 0;
}

const divided = (db: Db, by: number) =>
  sql<{ value: number }>`SELECT 12 / ${by}::integer AS value`.execute(db);

describe.each(['pglite', 'postgres'] as const)('statements of one moment on %s', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.close());

  it('share a session', async () => {
    const pids = await Promise.all([sessionOf(store.db), sessionOf(store.db), sessionOf(store.db)]);
    expect(new Set(pids)).toHaveLength(1);
  });

  it('give their session back', async () => {
    await Promise.all([sessionOf(store.db), divided(store.db, 0).catch(() => {})]);
    const { total, idle, waiting } = store.pool();
    expect({ idle, waiting }).toEqual({ idle: total, waiting: 0 });
  });

  it('fail each for itself', async () => {
    const answers = await Promise.allSettled([
      divided(store.db, 3),
      divided(store.db, 0),
      divided(store.db, 4),
    ]);
    expect(answers).toMatchObject([
      { value: { rows: [{ value: 4 }] } },
      { reason: { code: '22012' } },
      { value: { rows: [{ value: 3 }] } },
    ]);
  });
});

describe('a transaction beside statements of the same moment', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore('postgres');
  });
  afterAll(() => store.close());

  it('has a session of its own', async () => {
    const [alone, within] = await Promise.all([
      sessionOf(store.db),
      store.db.transaction().execute(sessionOf),
    ]);
    expect(within).not.toBe(alone);
  });

  it('is waited for by nobody else', async () => {
    const ended = Promise.withResolvers<void>();
    const transaction = store.db.transaction().execute(async (trx) => {
      await sessionOf(trx);
      await ended.promise;
      return 'ended';
    });
    const beside = Promise.all([sessionOf(store.db), sessionOf(store.db)]).then(() => 'answered');
    await expect(Promise.race([transaction, beside])).resolves.toBe('answered');
    ended.resolve();
    await expect(transaction).resolves.toBe('ended');
  });
});
