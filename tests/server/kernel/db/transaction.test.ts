import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '#server/kernel/db/open.ts';
import type { Db } from '#server/kernel/db/schema.ts';
import { inSavepoint, inTransaction, sendWrite } from '#server/kernel/db/transaction.ts';
import { ok } from '#server/kernel/result/answer.ts';
import { openTestStore } from '../../support/store.ts';

describe.each(['pglite', 'postgres'] as const)('a transaction on %s', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.close());

  const NAME = 'in a transaction';
  const insert = (db: Db, type = 1) => db.insertInto('companies').values({ name: NAME, type, created_at: 1 });
  const BROKEN = 99;
  const count = async (db: Db) => {
    const rows = await db.selectFrom('companies').where('name', '=', NAME).select('id').execute();
    return rows.length;
  };

  beforeEach(() => store.db.deleteFrom('companies').where('name', '=', NAME).execute());

  it('answers pipelined statements in the order in which they were made', async () => {
    await inTransaction(store.db, async (db) => {
      const [before, , between, , after] = await Promise.all([
        count(db),
        insert(db).execute(),
        count(db),
        insert(db).execute(),
        count(db),
      ]);
      expect([before, between, after]).toEqual([0, 1, 2]);
      return ok(null);
    });
  });

  it('keeps a write whose answer nobody waits for', async () => {
    await inTransaction(store.db, async (db) => {
      await sendWrite(db, insert(db).execute());
      expect(await count(db)).toBe(1);
      await sendWrite(db, insert(db).execute());
      return ok(null);
    });
    expect(await count(store.db)).toBe(2);
  });

  it('fails with such a write, by its fault, and keeps nothing', async () => {
    const failed = inTransaction(store.db, async (db) => {
      await sendWrite(db, insert(db).execute());
      await sendWrite(db, insert(db, BROKEN).execute());
      await sendWrite(db, insert(db).execute());
      return ok(null);
    });
    await expect(failed).rejects.toMatchObject({ code: '23514' });
    expect(await count(store.db)).toBe(0);
  });

  it('fails by the fault of such a write where that breaks what is waited for after it', async () => {
    const failed = inTransaction(store.db, async (db) => {
      await sendWrite(db, insert(db, BROKEN).execute());
      await count(db);
      return ok(null);
    });
    await expect(failed).rejects.toMatchObject({ code: '23514' });
  });

  it('fails by the first fault of pipelined statements, whichever rejection reaches the work first', async () => {
    const failed = inTransaction(store.db, async (db) => {
      const longWay = async (write: Promise<unknown>, steps: number): Promise<unknown> =>
        steps === 0 ? write : longWay(write, steps - 1);
      await Promise.all([longWay(insert(db, BROKEN).execute(), 20), insert(db).execute()]);
      return ok(null);
    });
    await expect(failed).rejects.toMatchObject({ code: '23514' });
  });

  it('fails where the fault of a statement was caught, which has undone all before it', async () => {
    const failed = inTransaction(store.db, async (db) => {
      await insert(db).execute();
      await insert(db, BROKEN)
        .execute()
        .catch(() => {});
      return ok(null);
    });
    await expect(failed).rejects.toThrow('failed before its commit');
    expect(await count(store.db)).toBe(0);
  });

  it('lets nothing be written after its end by work that is still under way', async () => {
    const late = Promise.withResolvers<void>();
    let writing: Promise<unknown> = Promise.resolve();
    const failed = inTransaction(store.db, async (db) => {
      writing = late.promise.then(() => insert(db).execute());
      await Promise.all([insert(db, BROKEN).execute(), writing]);
      return ok(null);
    });
    await expect(failed).rejects.toMatchObject({ code: '23514' });
    late.resolve();
    await expect(writing).rejects.toThrow('has ended');
    expect(await count(store.db)).toBe(0);
  });

  it('takes back what was tried, and goes on', async () => {
    await inTransaction(store.db, async (db) => {
      const add = async () => {
        await sendWrite(db, insert(db).execute());
        return count(db);
      };
      expect(await inSavepoint(db, 'kept', add, () => true)).toBe(1);
      expect(await inSavepoint(db, 'dropped', add, () => false)).toBe(2);
      expect(await count(db)).toBe(1);
      return ok(null);
    });
    expect(await count(store.db)).toBe(1);
  });

  it('fails with a write that failed within what is taken back', async () => {
    const failed = inTransaction(store.db, async (db) => {
      await inSavepoint(
        db,
        'dropped',
        () => sendWrite(db, insert(db, BROKEN).execute()),
        () => false,
      );
      return ok(null);
    });
    await expect(failed).rejects.toMatchObject({ code: '23514' });
  });

  it('gives its session back whatever happened', async () => {
    for (let turn = 0; turn < 30; turn += 1) {
      await inTransaction(store.db, async (db) => {
        await insert(db, turn % 2 === 0 ? BROKEN : 1).execute();
        return ok(null);
      }).catch(() => {});
    }
    const { rows } = await sql<{ value: number }>`SELECT 1 AS value`.execute(store.db);
    expect(rows).toEqual([{ value: 1 }]);
    expect(await count(store.db)).toBe(15);
    expect(store.pool().waiting).toBe(0);
  });
});
