import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { PARTS } from '#server/modules/index.ts';
import type { PersonalTable } from '#server/modules/privacy/personal-table.ts';
import { PERSONAL_TABLES } from '#server/modules/privacy/register.ts';
import { openTestStore } from '../../support/store.ts';

/** What a column is called that may be about a person. */
const PERSONAL_NAME =
  /phone|^address|agent|email|person|receiver|payer|signer|^username|^account$|wechat|^invoice$/;

/** Columns that are called so and are about no person. */
const OF_NO_PERSON = new Set(['orders.address_id']);

interface Column {
  table: string;
  column: string;
  isText: boolean;
}

async function columns(): Promise<Column[]> {
  const store = await openTestStore('pglite');
  onTestFinished(() => store.close());
  const { rows } = await sql<Column>`
    SELECT c.table_name AS table, c.column_name AS column, c.data_type ~ 'text|json|char' AS "isText"
    FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_name = c.table_name AND t.table_schema = c.table_schema
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
    ORDER BY c.table_name, c.ordinal_position`.execute(store.db);
  return rows;
}

const namedIn = ({ personal, secret = [], other = [] }: PersonalTable) => [...personal, ...secret, ...other];

it('the register of personal data has every table and every text that may be about a person', async () => {
  const all = await columns();
  const suspects = all.filter(
    ({ table, column }) =>
      column === 'member_id' || (PERSONAL_NAME.test(column) && !OF_NO_PERSON.has(`${table}.${column}`)),
  );
  const registered = new Map(PERSONAL_TABLES.map((table) => [table.table, table]));
  const missing = new Set(suspects.map(({ table }) => table).filter((table) => !registered.has(table)));
  expect([...missing]).toEqual([]);
  for (const table of PERSONAL_TABLES) {
    const own = all.filter((column) => column.table === table.table);
    const texts = own.filter(({ isText }) => isText).map(({ column }) => column);
    expect(namedIn(table), table.table).toEqual(expect.arrayContaining(texts));
    const names = own.map(({ column }) => column);
    expect(names, table.table).toEqual(expect.arrayContaining(namedIn(table)));
    const owners = [table.member, table.company].filter((owner) => owner !== undefined);
    expect(names, table.table).toEqual(expect.arrayContaining(owners));
  }
});

/** Those of which this is known. */
const keptWith = (key: string) => PERSONAL_TABLES.filter(({ keptBy }) => key in keptBy);
const tablesOf = (tables: readonly PersonalTable[]) => tables.map(({ table }) => table);

it('each time for which something is kept is kept by a job that runs, or by the law that forbids a removal', () => {
  const timed = PERSONAL_TABLES.filter(({ kept }) => /\d/.test(kept));
  const told = [...keptWith('job'), ...keptWith('law')];
  expect(tablesOf(told)).toEqual(expect.arrayContaining(tablesOf(timed)));
  const jobs = PERSONAL_TABLES.flatMap(({ keptBy }) => ('job' in keptBy ? [keptBy.job] : []));
  expect(jobs.filter((job) => !PARTS.jobs.has(job))).toEqual([]);
});

it('what goes with the account is not kept on its erasure, and what only names it says nothing else', () => {
  expect(tablesOf(keptWith('erasure').filter(({ erasure }) => erasure === 'kept'))).toEqual([]);
  expect(tablesOf(keptWith('namesAccountOnly').filter(({ personal }) => personal.length > 0))).toEqual([]);
});

it('what takes the place of the person’s values leaves none of them', () => {
  for (const { table, personal, keptBy } of PERSONAL_TABLES) {
    if (!('atEnd' in keptBy) || keptBy.atEnd === 'removed') continue;
    expect(Object.keys(keptBy.atEnd.replaced).toSorted(), table).toEqual([...personal].toSorted());
  }
});

it('what a job looks for has an index', async () => {
  const store = await openTestStore('pglite');
  onTestFinished(() => store.close());
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT indrelid::regclass::text AS table, attname::text AS column FROM pg_index
    JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]`.execute(store.db);
  const indexed = rows.map(({ table, column }) => `${table}.${column}`);
  const sought = PERSONAL_TABLES.flatMap(({ table, keptBy }) =>
    'by' in keptBy ? [`${table}.${keptBy.by}`] : [],
  );
  expect(indexed).toEqual(expect.arrayContaining(sought));
});

const MARKED = /(<!-- register -->\n)[\s\S]*?(\n<!-- \/register -->)/;

function keptText({ kept, keptBy }: PersonalTable): string {
  if ('with' in keptBy) return `${kept} (job \`${keptBy.job}\`, with ${keptBy.with})`;
  if ('job' in keptBy) return `${kept} (job \`${keptBy.job}\`)`;
  if ('law' in keptBy) return `${kept} (no job: ${keptBy.law} forbids it before)`;
  if ('staff' in keptBy) return `${kept} (${keptBy.staff})`;
  if ('namesAccountOnly' in keptBy) return `${kept}: names an account only`;
  return `${kept} (erasure)`;
}

const erasureText = ({ erasure }: PersonalTable) =>
  typeof erasure === 'object' ? `replaced: ${Object.keys(erasure.replaced).join(', ')}` : erasure;

it('the document of personal data says what the register says', async () => {
  const path = 'src/server/PERSONAL-DATA.md';
  const rows = PERSONAL_TABLES.map((table) => {
    const { personal, secret = [], purpose } = table;
    const shown = [...personal, ...secret.map((name) => `(${name})`)].join(', ') || 'that there is a row';
    return `| ${table.table} | ${shown} | ${purpose} | ${keptText(table)} | ${erasureText(table)} |`;
  });
  const text = [
    '| table | about the person | what for | how long | on erasure |',
    '|---|---|---|---|---|',
    ...rows,
  ];
  const document = await readFile(path, 'utf8');
  /* `vitest run tests/server/modules/privacy -u` renews it. */
  await expect(document.replace(MARKED, `$1${text.join('\n')}$2`)).toMatchFileSnapshot(`../../../../${path}`);
});
