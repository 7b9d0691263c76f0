import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandError, readArgs, runCommand, UsageError } from '#engine/cli/arguments.ts';
import { run } from '#engine/cli/run.ts';
import { writeBackup } from '#server/kernel/backup/write.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { folderStorage } from '#server/kernel/outside/storage/storage.ts';
import { startPostgres } from '../postgres.ts';

const USAGE = `node tools/server/freeze-database.ts <ref> <file>
  The demo's database as the version at a tag or commit makes it, as an archive that tests migrate: run once a release,
  for tests/server/migrations/<version>.tar.gz.`;

/** 2026-11-01 10:00 in Beijing, as in the tests. */
const MOMENT = 1_793_498_400;

/** Runs in the checkout of that version, with its own code. */
const SEED = `
import { migrate } from '#server/kernel/db/migrate.ts';
import { openStore } from '#server/kernel/db/open.ts';
import { seed } from '#server/seed/index.ts';
import { bindShopPages } from './tests/server/support/pages.ts';
await bindShopPages();
const store = await openStore({ url: process.env.DATABASE_URL });
await migrate(store.db);
await store.db.transaction().execute((trx) => seed(trx, { now: ${MOMENT}, goods: 60, buyers: 2 }));
await store.close();
`;

async function execute(command: string, args: readonly string[], cwd: string, env = {}): Promise<void> {
  const code = await run(command, args, env, cwd);
  if (code !== 0) throw new CommandError(`${command} ${args.join(' ')}: ${code}`);
}

process.exitCode = await runCommand(USAGE, process.argv.slice(2), async (args) => {
  const { positionals } = readArgs(args, {}, true);
  const [ref, file] = positionals;
  if (ref === undefined || file === undefined) throw new UsageError(USAGE);
  const folder = await mkdtemp(join(tmpdir(), 'storewright-freeze-'));
  const checkout = join(folder, 'checkout');
  const postgres = await startPostgres();
  try {
    await execute('git', ['worktree', 'add', '--detach', checkout, ref], '.');
    await symlink(resolve('node_modules'), join(checkout, 'node_modules'));
    await execute('node', ['tools/generate.ts'], checkout);
    const url = await postgres.createDatabase('frozen');
    await writeFile(join(checkout, 'seed.ts'), SEED);
    await execute('node', ['seed.ts'], checkout, { DATABASE_URL: url });
    const store = await openStore({ url });
    try {
      // The demo's files are not of the database: their rows tell that there were some.
      await writeBackup(store.db, folderStorage(join(folder, 'uploads')), { file, now: MOMENT });
    } finally {
      await store.close();
    }
    return 0;
  } finally {
    await postgres.stop();
    await execute('git', ['worktree', 'remove', '--force', checkout], '.').catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
});
