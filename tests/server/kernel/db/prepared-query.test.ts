import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { prepareQuery } from '#server/kernel/db/prepared-query.ts';
import { inTransaction } from '#server/kernel/db/transaction.ts';
import { refuse } from '#server/kernel/result/answer.ts';

let store: Store;
let db: Store['db'];

beforeAll(async () => {
  store = await openStore({ memory: true });
  ({ db } = store);
});

afterAll(() => store?.close());

const between = prepareQuery<{ from: number; to: number; step: number }>()((db, { value }) =>
  db
    .selectFrom(
      sql<{
        n: number;
      }>`generate_series(${value('from')}::integer, ${value('to')}::integer, ${value('step')}::integer)`.as<'row'>(
        sql`row (n)`,
      ),
    )
    .where('row.n', '<=', value('to'))
    .where('row.n', '<', 100)
    .select('row.n'),
);

it('is built once, and takes other values at each execution', async () => {
  expect(await between(db, { from: 1, to: 3, step: 1 })).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(await between(db, { from: 98, to: 104, step: 1 })).toEqual([{ n: 98 }, { n: 99 }]);
});

it('reads what the transaction that it is given has written', async () => {
  const planted = prepareQuery<{ least: number }>()((any, { value }) =>
    any
      .selectFrom(sql<{ n: number }>`planted`.as('planted'))
      .where('planted.n', '>=', value('least'))
      .select('planted.n'),
  );
  await inTransaction(db, async (trx) => {
    await sql`CREATE TABLE planted (n integer)`.execute(trx);
    await sql`INSERT INTO planted VALUES (7)`.execute(trx);
    expect(await planted(trx, { least: 5 })).toEqual([{ n: 7 }]);
    expect(await planted(trx, { least: 8 })).toEqual([]);
    return refuse('invalid', { message: '' });
  });
  await expect(planted(db, { least: 5 })).rejects.toThrow('planted');
});

it('takes lists of any length, each as few texts', async () => {
  const texts = new Set<string>();
  const among = prepareQuery<{ wanted: readonly number[]; from: number }>()((any, { list, value }) => {
    const query = any
      .selectFrom(sql<{ n: number }>`generate_series(1, 40)`.as<'row'>(sql`row (n)`))
      .where('row.n', '>=', value('from'))
      .where(sql<boolean>`row.n IN ${list('wanted')}`)
      .select('row.n');
    texts.add(query.compile().sql);
    return query;
  });
  for (const length of [1, 2, 3, 4, 5, 7, 8, 33, 1]) {
    const wanted = Array.from({ length }, (_, index) => index + 1);
    const found = await among(db, { wanted, from: 2 });
    expect(found.map(({ n }) => n)).toEqual(wanted.slice(1));
  }
  expect(texts.size).toBe(5);
});

describe('a condition on a list', () => {
  const among = prepareQuery<{ wanted?: readonly number[] }>()((any, { isAnyOf }) =>
    any
      .selectFrom(sql<{ n: number }>`generate_series(1, 300)`.as<'row'>(sql`row (n)`))
      .where(isAnyOf('row.n', 'wanted'))
      .select('row.n'),
  );

  it.each([0, 1, 2, 3, 4, 3, 64, 65, 200, 0])('holds for its %i values', async (length) => {
    const wanted = Array.from({ length }, (_, index) => 300 - index);
    expect((await among(db, { wanted })).map(({ n }) => n)).toEqual(wanted.toReversed());
  });

  it('holds for none when the list is left out', async () => {
    expect(await among(db, {})).toEqual([]);
  });
});

it('may depend on which values are given', async () => {
  const upTo = prepareQuery<{ least?: number; most?: number }>()((any, { has, value }) =>
    any
      .selectFrom(sql<{ n: number }>`generate_series(1, 5)`.as<'row'>(sql`row (n)`))
      .$if(has('least'), (query) => query.where('row.n', '>=', value('least')))
      .$if(has('most'), (query) => query.where('row.n', '<=', value('most')))
      .select('row.n'),
  );
  const found = async (values: { least?: number; most?: number }) =>
    (await upTo(db, values)).map(({ n }) => n);
  expect(await found({})).toEqual([1, 2, 3, 4, 5]);
  expect(await found({ most: 3 })).toEqual([1, 2, 3]);
  expect(await found({ least: 3 })).toEqual([3, 4, 5]);
  expect(await found({ most: 4, least: 3 })).toEqual([3, 4]);
  expect(await found({ least: 2, most: 3 })).toEqual([2, 3]);
});

describe('rows of any number', () => {
  const twice = prepareQuery<{ pairs: { n: number; name: string | null }[]; by: number }>()(
    (any, { rows, value }) => {
      const values = rows('pairs').map(({ n, name }) => sql`(${n}::integer, ${name}::text)`);
      return any
        .selectFrom(
          sql<{ n: number; name: string | null }>`(VALUES ${sql.join(values)})`.as<'row'>(sql`row (n, name)`),
        )
        .orderBy('row.n')
        .select([sql<number>`row.n * ${value('by')}::integer`.as('product'), 'row.name']);
    },
  );

  it.each([1, 2, 3, 30])('are taken with all their columns: %i', async (count) => {
    for (const by of [2, 3]) {
      const pairs = Array.from({ length: count }, (_, n) => ({ n, name: n === by ? null : `${by}-${n}` }));
      expect(await twice(db, { pairs, by })).toEqual(pairs.map(({ n, name }) => ({ product: n * by, name })));
    }
  });
});
