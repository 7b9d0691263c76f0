import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { currentCall } from '#server/kernel/db/current-call.ts';
import { openStore } from '#server/kernel/db/open.ts';
import type { SlowQuery } from '#server/kernel/db/slow-queries.ts';

it('tells of a slow statement with the call that waited for it, and without its values', async () => {
  const told: SlowQuery[] = [];
  const store = await openStore({ memory: true, slow: { after: 100, report: (query) => told.push(query) } });
  onTestFinished(() => store.close());
  await sql`SELECT 1`.execute(store.db);
  told.length = 0;
  await currentCall.run({ call: 'goods.list', request: 'r-1' }, () =>
    sql`SELECT pg_sleep(0.2), ${'canary'}::text`.execute(store.db),
  );
  expect(told).toEqual([
    {
      sql: 'SELECT pg_sleep(0.2), $1::text',
      milliseconds: expect.any(Number) as number,
      call: 'goods.list',
      request: 'r-1',
    },
  ]);
  expect(told[0]?.milliseconds).toBeGreaterThanOrEqual(200);
});
