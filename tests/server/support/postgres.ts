import { openStore, type Store } from '#server/kernel/db/open.ts';
import { type PostgresServer, startPostgres } from '#tools/postgres.ts';

interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** Started by the first file that needs it, and used by every other one that the same process runs. */
let server: Promise<PostgresServer> | undefined;

/** What has prepared a template -> its name. */
const templates = new Map<(store: Store) => Promise<void>, Promise<string>>();

let created = 0;

/**
 * A database of its own on the PostgreSQL server of this process.
 * @param prepare fills a template once per process; the database is a copy of it
 */
export async function createTestDatabase(prepare: (store: Store) => Promise<void>): Promise<TestDatabase> {
  server ??= startPostgres();
  const shared = await server;
  const template = await templateOf(shared, prepare);
  created += 1;
  const name = `test_${created}`;
  const url = await shared.createDatabase(name, template);
  return { url, drop: () => shared.dropDatabase(name) };
}

function templateOf(shared: PostgresServer, prepare: (store: Store) => Promise<void>): Promise<string> {
  const known =
    templates.get(prepare) ?? createTemplate(shared, prepare, `template_of_tests_${templates.size + 1}`);
  templates.set(prepare, known);
  return known;
}

async function createTemplate(
  shared: PostgresServer,
  prepare: (store: Store) => Promise<void>,
  name: string,
): Promise<string> {
  const store = await openStore({ url: await shared.createDatabase(name) });
  await prepare(store);
  await store.close();
  return name;
}
