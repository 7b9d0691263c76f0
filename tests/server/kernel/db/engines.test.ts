import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, migrationNames } from '#server/kernel/db/migrate.ts';
import type { Store } from '#server/kernel/db/open.ts';
import { inTransaction } from '#server/kernel/db/transaction.ts';
import { refuse } from '#server/kernel/result/answer.ts';
import { openTestStore } from '../../support/store.ts';

describe.each(['pglite', 'postgres'] as const)('the database on %s', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.close());

  const one = async (expression: string): Promise<unknown> => {
    const { rows } = await sql<{ value: unknown }>`SELECT ${sql.raw(expression)} AS value`.execute(store.db);
    return rows[0]?.value;
  };

  it.each([
    ['a bigint', '9007199254740991::bigint', 9_007_199_254_740_991],
    ['a count', '(SELECT count(*) FROM members WHERE false)', 0],
    ['a sum of bigints', '(SELECT sum(x) FROM (VALUES (1::bigint), (2)) t(x))', 3],
    ['a numeric', '12.50::numeric', 12.5],
    ['a date', "'2026-11-01'::date", '2026-11-01'],
    ['a list of texts', "ARRAY['a,b', '阿莫西林']", ['a,b', '阿莫西林']],
    ['JSON', `'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    ['nothing', 'NULL::bigint', null],
  ])('answers %s the same way', async (_, expression, value) => {
    expect(await one(expression)).toEqual(value);
  });

  it('fails rather than rounding a bigint that no number holds', async () => {
    await expect(one('9007199254740993::bigint')).rejects.toThrow(RangeError);
    expect(await one('1::bigint')).toBe(1);
  });

  it('takes lists and JSON as parameters', async () => {
    const { rows } = await sql<{ n: number; kind: string }>`
      SELECT cardinality(${['a', 'b']}::text[]) AS n, jsonb_typeof(${JSON.stringify([1])}::jsonb) AS kind
    `.execute(store.db);
    expect(rows).toEqual([{ n: 2, kind: 'array' }]);
  });

  it('names a broken rule by its code, and goes on', async () => {
    const row = { name: 'x', type: 99, created_at: 1 };
    await expect(store.db.insertInto('companies').values(row).execute()).rejects.toMatchObject({
      code: '23514',
    });
    expect(await one('1')).toBe(1);
  });

  it('leaves nothing of a transaction that throws or refuses', async () => {
    const count = () => one("(SELECT count(*) FROM companies WHERE name = 'left')");
    const row = { name: 'left', type: 1, created_at: 1 };
    const thrown = inTransaction(store.db, async (trx) => {
      await trx.insertInto('companies').values(row).execute();
      throw new Error('broke');
    });
    await expect(thrown).rejects.toThrow('broke');
    const refused = await inTransaction(store.db, async (trx) => {
      await trx.insertInto('companies').values(row).execute();
      return refuse('forbidden');
    });
    expect(refused).toMatchObject({ ok: false, code: 403 });
    expect(await count()).toBe(0);
  });

  it('keeps transactions that run at once apart', async () => {
    const { id } = await store.db
      .insertInto('companies')
      .values({ name: 'counter', type: 1, level: 1, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const raise = () =>
      store.db.transaction().execute(async (trx) => {
        const { level } = await trx
          .selectFrom('companies')
          .select('level')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('companies')
          .set({ level: level + 1 })
          .where('id', '=', id)
          .execute();
      });
    await Promise.all(Array.from({ length: 30 }, raise));
    expect(await one(`(SELECT level FROM companies WHERE id = ${id})`)).toBe(31);
  });

  it('is migrated once, however often and by however many it is asked', async () => {
    expect(await migrate(store.db)).toEqual([]);
    await sql`DROP SCHEMA public CASCADE`.execute(store.db);
    await sql`CREATE SCHEMA public`.execute(store.db);
    const done = await Promise.all([migrate(store.db), migrate(store.db), migrate(store.db)]);
    expect(done.flat().sort()).toEqual((await migrationNames()).map((name) => name.replace('.ts', '')));
  });
});

it('closes the embedded database while statements are still running', async () => {
  const store = await openTestStore('pglite');
  const running = Array.from({ length: 20 }, () => sql`SELECT pg_sleep(0.01)`.execute(store.db));
  const settled = Promise.allSettled(running);
  await expect(store.close()).resolves.toBeUndefined();
  await settled;
});
