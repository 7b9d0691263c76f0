import { sql } from 'kysely';
import { parseSync } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { readTree } from '#engine/cli/files.ts';
import { openTestStore } from '../../support/store.ts';

type Node = Record<string, unknown>;

/** Column -> may it be null? */
type Columns = Record<string, boolean>;

/** Name of a type -> what it stands for. */
type Aliases = Map<string, Node>;

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);
const nameOf = (node: unknown): string => {
  const name = (node as Node | undefined)?.['name'];
  return typeof name === 'string' ? name : '';
};

/** `X | null`, also within `Generated<X | null>`; of `ColumnType<Select, …>` what is selected. */
function isNullable(type: Node | undefined, aliases: Aliases): boolean {
  if (type?.['type'] === 'TSNullKeyword') return true;
  if (type?.['type'] === 'TSUnionType') return nodesOf(type['types']).some((one) => isNullable(one, aliases));
  if (type?.['type'] !== 'TSTypeReference') return false;
  const [first] = nodesOf((type['typeArguments'] as Node | null)?.['params']);
  const name = nameOf(type['typeName']);
  if (aliases.has(name)) return isNullable(aliases.get(name), aliases);
  return ['Generated', 'ColumnType'].includes(name) && isNullable(first, aliases);
}

const typeOf = (member: Node) => (member['typeAnnotation'] as Node)['typeAnnotation'] as Node;
const columnsOf = (members: Node[], aliases: Aliases): Columns =>
  Object.fromEntries(members.map((member) => [nameOf(member['key']), isNullable(typeOf(member), aliases)]));

/** The tables that the modules' types declare: name -> columns. */
async function declaredTables(): Promise<Record<string, Columns>> {
  const tables: Record<string, Columns> = {};
  const files = await readTree('src/server', ['.ts']);
  const ofTables = [...files].filter(([path]) => /\/tables(?:\.ts|\/[\w-]+\.ts)$/.test(path));
  const interfaces = new Map<string, Node[]>();
  const aliases: Aliases = new Map();
  const lists: Node[][] = [];
  for (const [path, text] of ofTables) {
    for (const statement of parseSync(path, text).program.body as unknown as Node[]) {
      const node = (statement['declaration'] as Node | null) ?? statement;
      if (node['type'] === 'TSTypeAliasDeclaration')
        aliases.set(nameOf(node['id']), node['typeAnnotation'] as Node);
      if (node['type'] !== 'TSInterfaceDeclaration') continue;
      const members = nodesOf((node['body'] as Node)['body']);
      const name = nameOf(node['id']);
      if (name.endsWith('Tables')) lists.push(members);
      else interfaces.set(name, members);
    }
  }
  for (const member of lists.flat()) {
    const type = typeOf(member);
    const members =
      type['type'] === 'TSTypeLiteral' ? nodesOf(type['members']) : interfaces.get(nameOf(type['typeName']));
    if (!members) throw new Error(`no interface for the table ${nameOf(member['key'])}`);
    tables[nameOf(member['key'])] = columnsOf(members, aliases);
  }
  return tables;
}

it('the types of the tables are what the migrations make, column by column', async () => {
  const store = await openTestStore('pglite');
  onTestFinished(() => store.close());
  const { rows } = await sql<{ table: string; column: string; nullable: boolean; is_view: boolean }>`
    SELECT c.table_name AS table, c.column_name AS column, 
      -- What is computed of columns that are never null is not null either, though PostgreSQL does not say so.
      c.is_nullable = 'YES' AND c.is_generated = 'NEVER' AS nullable, t.table_type = 'VIEW' AS is_view
    FROM information_schema.columns AS c
    JOIN information_schema.tables AS t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema = 'public' AND c.table_name NOT LIKE 'kysely_%'
    ORDER BY c.table_name, c.column_name`.execute(store.db);
  const made: Record<string, Columns> = {};
  const views = new Set(rows.filter(({ is_view }) => is_view).map(({ table }) => table));
  for (const { table, column, nullable } of rows) (made[table] ??= {})[column] = nullable;
  const declared = await declaredTables();
  // What a view may leave empty PostgreSQL does not say.
  const shapeOf = (tables: Record<string, Columns>) =>
    Object.entries(tables)
      .map(
        ([name, columns]) => [name, views.has(name) ? Object.keys(columns).sort() : sorted(columns)] as const,
      )
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(shapeOf(declared)).toEqual(shapeOf(made));
});

const sorted = (columns: Columns) => Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1));
