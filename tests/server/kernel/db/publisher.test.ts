import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '#server/kernel/db/open.ts';
import { type Messages, publisherOf } from '#server/kernel/db/publisher.ts';
import { openTestStore } from '../../support/store.ts';

/** A message that names the transaction which publishes it. */
const fromTransaction = (name: string): Messages => ({
  key: name,
  query: () => sql`SELECT ${name}::text || ' of ' || pg_current_xact_id()::text AS text`,
});

describe.each(['pglite', 'postgres'] as const)('what processes tell each other on %s', (engine) => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.close());

  it('is published in one transaction, and once', async () => {
    const published: string[] = [];
    const listening = await store.listen((text) => {
      if (text !== null) published.push(text);
    });
    const publisher = publisherOf(store.db);
    for (const name of ['one', 'two', 'one', 'three']) publisher.messages(fromTransaction(name));
    await publisher.flush();
    await expect.poll(() => published.map((text) => text.split(' of ')[0])).toEqual(['one', 'two', 'three']);
    expect(new Set(published.map((text) => text.split(' of ')[1]))).toHaveLength(1);
    await listening.end();
  });

  it('goes on after a fault, which is thrown', async () => {
    const publisher = publisherOf(store.db);
    publisher.messages(fromTransaction('before'));
    publisher.messages({ key: 'fault', query: () => sql`SELECT (1 / 0)::text AS text` });
    await expect(publisher.flush()).rejects.toMatchObject({ code: '22012' });
    publisher.messages(fromTransaction('after'));
    await expect(publisher.flush()).resolves.toBeUndefined();
  });
});
