import { sql } from 'kysely';
import type { Db } from '../../kernel/db/schema.ts';
import { defineDocument } from '../../kernel/documents/documents.ts';
import { refuse } from '../../kernel/result/answer.ts';
import type { PersonalTable } from './personal-table.ts';
import { PERSONAL_TABLES } from './register.ts';

/** Rows of a table at most: what is older staff give out on request. */
const MAX_ROWS = 5000;

interface Owner {
  id: number;
  companyId: number;
}

/** The rows about a member, or about the people of the member's company; without what proves who somebody is. */
async function rowsOf(
  db: Db,
  { table, member, company, personal, other = [] }: PersonalTable,
  owner: Owner,
): Promise<readonly unknown[]> {
  const column = member ?? company;
  const shown = [...personal, ...other];
  if (column === undefined || shown.length === 0) return [];
  const id = member === undefined ? owner.companyId : owner.id;
  const columns = sql.join(shown.map((name) => sql.ref(name)));
  const { rows } =
    await sql`SELECT ${columns} FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${id} LIMIT ${MAX_ROWS}`.execute(
      db,
    );
  return rows;
}

/** `GET /api/document/personal-data/own`: everything that is kept about oneself, as JSON. */
export default defineDocument({
  access: 'member',
  async make({ db, id, member, now }) {
    if (id !== 'own') return refuse('notFound');
    const data: Record<string, object> = {};
    for (const table of PERSONAL_TABLES) {
      const rows = await rowsOf(db, table, member);
      if (rows.length > 0) data[table.table] = { purpose: table.purpose, kept: table.kept, rows };
    }
    const text = JSON.stringify({ made_at: new Date(now * 1000).toISOString(), data }, null, 2);
    return { name: '我的个人信息.json', type: 'application/json; charset=utf-8', bytes: Buffer.from(text) };
  },
});
