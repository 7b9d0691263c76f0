import { type Selectable, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsLink } from '#generated/schemas.ts';
import { removeRow, reorderRow, savedAnswer, saveRow } from '../../../kernel/audit/rows.ts';
import { nextPosition, type OrderedRows } from '../../../kernel/db/positions.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import { BAD_LINK_TARGET, isLinkTarget } from '../../../kernel/http/link-target.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuseField } from '../../../kernel/result/answer.ts';

type Group = Calls['ops-link.list']['params']['group'];
type LinkInput = Calls['ops-link.save']['body'];
type SaveAnswer = Promise<Answer<{ id: number }>>;

/** Tables of the groups whose rows are text and URL; navigation items have further columns, and children. */
const LINK_TABLES = { links: 'links', hot: 'hot_searches' } as const;

const NAV: OrderedRows = { table: 'nav_items', where: sql`parent_id IS NULL` };

const rowsOf = (group: Group): OrderedRows =>
  group === 'nav' ? NAV : { table: LINK_TABLES[group], where: sql`true` };

const GONE = '这一条已经不在了';

/** The links of a group, in order. */
export async function listLinks(db: Db, group: Group): Promise<OpsLink[]> {
  const { table, where } = rowsOf(group);
  const columns = group === 'nav' ? sql`name AS text, is_open::int` : sql`text, 0 AS is_open`;
  const { rows } = await sql<Omit<OpsLink, 'url_text'>>`
    SELECT id, url, ${columns} FROM ${sql.table(table)} WHERE ${where} ORDER BY position, id`.execute(db);
  return rows.map((row) => ({ ...row, url_text: readable(row.url) }));
}

/** An address as a person reads it; as it is where its percent codes are none of UTF-8. */
function readable(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

type NavItem = Pick<Selectable<Database['nav_items']>, 'name' | 'url' | 'is_open'>;

const loggedNav = ({ name, url, is_open }: NavItem) => ({ text: name, url, is_open });

export async function saveLink(db: Db, request: RequestContext, group: Group, input: LinkInput): SaveAnswer {
  const { id, text, url, is_open } = input;
  if (!isLinkTarget(url)) return refuseField('url', BAD_LINK_TARGET);
  const rest = {
    subject: group,
    gone: GONE,
    onInsert: { position: await nextPosition(db, rowsOf(group)) },
    label: text,
  };
  return savedAnswer(
    group === 'nav'
      ? await saveRow(db, request, {
          ...rest,
          table: 'nav_items',
          key: id === undefined ? null : { id, parent_id: null },
          values: { name: text, url, is_open: is_open === 1 },
          logged: loggedNav,
        })
      : await saveRow(db, request, {
          ...rest,
          table: LINK_TABLES[group],
          key: id === undefined ? null : { id },
          values: { text, url },
        }),
  );
}

export async function moveLink(
  db: Db,
  request: RequestContext,
  group: Group,
  { id, by }: { id: number; by: number },
): SaveAnswer {
  const move = { subject: group, where: rowsOf(group).where, id, by, gone: GONE };
  return group === 'nav'
    ? reorderRow(db, request, { ...move, table: 'nav_items', label: ({ name }) => name })
    : reorderRow(db, request, { ...move, table: LINK_TABLES[group], label: ({ text }) => text });
}

export async function removeLink(db: Db, request: RequestContext, group: Group, id: number): SaveAnswer {
  const removal = { subject: group, gone: GONE };
  const removed =
    group === 'nav'
      ? await removeRow(db, request, {
          ...removal,
          table: 'nav_items',
          key: { id, parent_id: null },
          prepare: async () => {
            await db.deleteFrom('nav_items').where('parent_id', '=', id).execute();
            return null;
          },
          label: ({ name }) => name,
          logged: loggedNav,
        })
      : await removeRow(db, request, {
          ...removal,
          table: LINK_TABLES[group],
          key: { id },
          label: ({ text }) => text,
          logged: ({ text, url }) => ({ text, url }),
        });
  return removed.ok ? ok({ id }, '已删除') : removed;
}
