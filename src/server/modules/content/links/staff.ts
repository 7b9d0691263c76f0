import { sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { OpsLink } from '#generated/schemas.ts';
import { record } from '../../../kernel/audit/audit.ts';
import { moveRow, nextPosition, type OrderedRows } from '../../../kernel/db/positions.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { BAD_TARGET, isTarget } from '../../../kernel/http/link-target.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, made, ok, refuse, refuseField } from '../../../kernel/result/answer.ts';

type Group = Calls['ops-link.list']['params']['group'];
type LinkInput = Calls['ops-link.save']['body'];
type Done = Promise<Answer<{ id: number }>>;

interface Place extends OrderedRows {
  /** The column of the words. */
  text: 'text' | 'name';
  opens: boolean;
}

const TOP = sql`parent_id IS NULL`;
const ALL = sql`true`;

const PLACES: Record<Group, Place> = {
  links: { table: 'links', where: ALL, text: 'text', opens: false },
  hot: { table: 'hot_searches', where: ALL, text: 'text', opens: false },
  nav: { table: 'nav_items', where: TOP, text: 'name', opens: true },
};

const GONE = { message: '这一条已经不在了' };

/** The links of a group, in order. */
export async function listLinks(db: Db, group: Group): Promise<OpsLink[]> {
  const { table, where } = PLACES[group];
  const { rows } = await sql<OpsLink>`
    SELECT ${columns(group)} FROM ${sql.table(table)} WHERE ${where} ORDER BY position, id`.execute(db);
  return rows;
}

function columns(group: Group) {
  const { text, opens } = PLACES[group];
  const open = opens ? sql`is_open::int` : sql`0`;
  return sql`id, ${sql.ref(text)} AS text, url, ${open} AS is_open`;
}

async function findLink(db: Db, group: Group, id: number): Promise<OpsLink | undefined> {
  const { table, where } = PLACES[group];
  const { rows } = await sql<OpsLink>`
    SELECT ${columns(group)} FROM ${sql.table(table)} WHERE ${where} AND id = ${id} FOR UPDATE`.execute(db);
  return rows[0];
}

const noted = ({ text, url, is_open }: Omit<OpsLink, 'id'>, group: Group) => ({
  text,
  url,
  ...(PLACES[group].opens && { is_open: is_open === 1 }),
});

export async function saveLink(db: Db, request: RequestContext, group: Group, input: LinkInput): Done {
  if (!isTarget(input.url)) return refuseField('url', BAD_TARGET);
  const { table, text, opens } = PLACES[group];
  const before = input.id === undefined ? undefined : await findLink(db, group, input.id);
  if (input.id !== undefined && !before) return refuse('notFound', GONE);
  const open = opens ? sql`, is_open = ${input.is_open === 1}` : sql``;
  const { rows } = before
    ? await sql<{ id: number }>`
        UPDATE ${sql.table(table)} SET ${sql.ref(text)} = ${input.text}, url = ${input.url} ${open}
        WHERE id = ${before.id} RETURNING id`.execute(db)
    : await insertLink(db, group, input);
  const id = rows[0]?.id ?? 0;
  await record(db, request, {
    action: before ? 'update' : 'create',
    subject: group,
    id,
    label: input.text,
    before: before && noted(before, group),
    after: noted(input, group),
  });
  return before ? ok({ id }, '已保存') : made({ id }, '已新增');
}

async function insertLink(db: Db, group: Group, { text, url, is_open }: LinkInput) {
  const place = PLACES[group];
  const position = await nextPosition(db, place);
  const names = [place.text, 'url', 'position', ...(place.opens ? ['is_open'] : [])];
  const values = [text, url, position, ...(place.opens ? [is_open === 1] : [])];
  return sql<{ id: number }>`
    INSERT INTO ${sql.table(place.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    VALUES (${sql.join(values)}) RETURNING id`.execute(db);
}

export async function moveLink(
  db: Db,
  request: RequestContext,
  group: Group,
  { id, by }: { id: number; by: number },
): Done {
  const link = await findLink(db, group, id);
  const moved = link && (await moveRow(db, PLACES[group], id, by));
  if (!moved) return refuse('notFound', GONE);
  await record(db, request, {
    action: 'move',
    subject: group,
    id,
    label: link.text,
    before: { position: moved.before },
    after: { position: moved.after },
  });
  return ok({ id });
}

export async function removeLink(db: Db, request: RequestContext, group: Group, id: number): Done {
  const link = await findLink(db, group, id);
  if (!link) return refuse('notFound', GONE);
  const { table } = PLACES[group];
  if (group === 'nav') await db.deleteFrom('nav_items').where('parent_id', '=', id).execute();
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}`.execute(db);
  await record(db, request, {
    action: 'remove',
    subject: group,
    id,
    label: link.text,
    before: noted(link, group),
  });
  return ok({ id }, '已删除');
}
