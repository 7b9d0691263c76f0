import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { migrate, migrationNames } from '#server/kernel/db/migrate.ts';
import type { Store } from '#server/kernel/db/open.ts';
import { openTestStore } from '../../support/store.ts';

let store: Store;

beforeAll(async () => {
  store = await openTestStore('pglite');
});
afterAll(() => store?.close());

describe('migrations', () => {
  it('are known by what they were when they were run', async () => {
    const rows = await store.db.selectFrom('migration_checksums').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => `${name}.ts`)).toEqual(await migrationNames());
    expect(await migrate(store.db)).toEqual([]);
  });

  it('may not be changed afterwards: the start fails and names the file', async () => {
    const change = (checksum: string) =>
      store.db
        .updateTable('migration_checksums')
        .set({ checksum })
        .where('name', '=', '0040-ledger')
        .execute();
    const { checksum } = await store.db
      .selectFrom('migration_checksums')
      .where('name', '=', '0040-ledger')
      .select('checksum')
      .executeTakeFirstOrThrow();
    await change('another');
    const failed = await migrate(store.db).catch((fault: unknown) => fault);
    expect(failed).toBeInstanceOf(StartFault);
    expect(String(failed)).toContain('0040-ledger');
    await change(checksum);
    expect(await migrate(store.db)).toEqual([]);
  });

  it('may not be deleted either', async () => {
    await store.db.insertInto('migration_checksums').values({ name: '0000-gone', checksum: 'x' }).execute();
    await expect(migrate(store.db)).rejects.toThrow('0000-gone');
    await store.db.deleteFrom('migration_checksums').where('name', '=', '0000-gone').execute();
  });
});
