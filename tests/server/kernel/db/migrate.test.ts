import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { migrate, migrationNames } from '#server/kernel/db/migrate.ts';
import { openStore, type Store } from '#server/kernel/db/open.ts';
import { createTestDatabase } from '../../support/postgres.ts';
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

  it('keep no lock for the next one: a payment of the version before goes on between two of them', async () => {
    const { url, drop } = await createTestDatabase(async () => {});
    const shop = await openStore({ url });
    onTestFinished(async () => {
      await shop.close();
      await drop();
    });
    /* Of those that follow, one has a trigger made on orders, and a later one on the ledger. */
    await migrate(shop.db, '0341-unread-messages');
    const migrating = await shop.db.transaction().execute(async (payment) => {
      await sql`INSERT INTO ledger (from_account, to_account, amount, use_type, memo, created_at)
        SELECT bank.id, sales.id, 1, 2, '', 1 FROM accounts AS bank, accounts AS sales
        WHERE bank.kind = 'bank' AND sales.kind = 'sales'`.execute(payment);
      const rest = migrate(shop.db);
      await expect
        .poll(async () => {
          const { rows } = await sql`SELECT FROM pg_locks
            WHERE NOT granted AND relation = 'ledger'::regclass`.execute(shop.db);
          return rows.length;
        })
        .toBe(1);
      await sql`UPDATE orders SET remark = remark`.execute(payment);
      return { rest };
    });
    expect(await migrating.rest).toContain('0363-statement-entries');
  });
});
