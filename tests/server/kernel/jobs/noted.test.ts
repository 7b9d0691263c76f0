import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '#server/kernel/db/open.ts';
import { workOffNoted } from '#server/kernel/jobs/noted.ts';
import { openEmptyStore } from '../../support/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openEmptyStore();
});
afterAll(() => store.close());

const note = (names: readonly string[]) =>
  store.db
    .insertInto('rank_notes')
    .values(names.map((name) => ({ name })))
    .execute();

it('works every note off once, in batches, however many processes do so', async () => {
  const names = Array.from({ length: 2500 }, (_, index) => `name ${index}`);
  await note(names);
  const seen: string[] = [];
  const batches: number[] = [];
  const process = () =>
    workOffNoted(store.db, 'rank_notes', async (_, noted) => {
      seen.push(...noted.map(({ name }) => name));
      batches.push(noted.length);
    });
  await Promise.all([process(), process(), process()]);
  expect(seen.toSorted()).toEqual(names.toSorted());
  expect(Math.max(...batches)).toBe(1000);
});

it('keeps the notes of a run that fails, and takes back what it wrote', async () => {
  await note(['one', 'two']);
  const failing = workOffNoted(store.db, 'rank_notes', async (db) => {
    await db.insertInto('search_misses').values({ day: '2026-11-01', word: 'half' }).execute();
    throw new Error('the process ended');
  });
  await expect(failing).rejects.toThrow('the process ended');
  expect(await store.db.selectFrom('search_misses').selectAll().execute()).toEqual([]);
  const seen: string[] = [];
  await workOffNoted(store.db, 'rank_notes', async (_, noted) => {
    seen.push(...noted.map(({ name }) => name));
  });
  expect(seen.toSorted()).toEqual(['one', 'two']);
});

it('does again what was given up for another job that locked the same rows the other way round', async () => {
  const { db } = store;
  const word = (text: string) => ({ day: '2026-11-02', word: text });
  await db
    .insertInto('search_misses')
    .values([word('left'), word('right')])
    .execute();
  await note(['one']);
  await db.insertInto('sold_notes').values({ order_id: 1, sign: 1 }).execute();
  const bothHold = Promise.withResolvers<void>();
  const jobs: Promise<void>[] = [];
  let begun = 0;
  let locked = 0;
  const count = (table: 'rank_notes' | 'sold_notes', first: string, second: string, other: number) =>
    workOffNoted(db, table, async (trx) => {
      const add = (text: string) =>
        trx
          .updateTable('search_misses')
          .set((eb) => ({ number: eb('number', '+', 1) }))
          .where('word', '=', text)
          .execute();
      begun += 1;
      /* The one that was given up begins again; by chance it could be in the other's way once more. */
      if (begun > 2) await jobs[other];
      await add(first);
      locked += 1;
      if (locked === 2) bothHold.resolve();
      await bothHold.promise;
      await add(second);
    });
  jobs.push(count('rank_notes', 'left', 'right', 1), count('sold_notes', 'right', 'left', 0));
  await Promise.all(jobs);
  expect(begun).toBe(3);
  const counted = await db
    .selectFrom('search_misses')
    .where('day', '=', '2026-11-02')
    .select('number')
    .execute();
  expect(counted.map(({ number }) => number)).toEqual([3, 3]);
});
