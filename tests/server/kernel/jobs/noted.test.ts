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
