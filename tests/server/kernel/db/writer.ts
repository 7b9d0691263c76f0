import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';

/**
 * A process that opens the folder named on its command line, then commits one company after another in transactions,
 * and writes each id to standard output only when its commit was acknowledged. It goes on until it is killed.
 */
const [folder = ''] = process.argv.slice(2);
const store = await openStore({ folder });
await migrate(store.db);
process.stdout.write('ready\n');
for (;;) {
  const id = await store.db.transaction().execute(async (trx) => {
    const company = await trx
      .insertInto('companies')
      .values({ name: 'counted', type: 1, created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('addresses')
      .values({ company_id: company.id, name: '', phone: '', region: '', detail: '', created_at: 1 })
      .execute();
    return company.id;
  });
  process.stdout.write(`${id}\n`);
}
