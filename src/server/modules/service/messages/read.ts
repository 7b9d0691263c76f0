import { type ExpressionBuilder, sql } from 'kysely';
import type { Calls } from '#generated/calls.ts';
import type { Database, Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { KINDS } from '../../../kernel/notifications/kinds.ts';

type MessageQuery = Calls['message.list']['query'] & { pageSize: number };

type Scope = ExpressionBuilder<Database, 'messages'>;

/* Audiences are written into the statement: only then each is found by the partial index that is made for it. */
const toOne = (eb: Scope, { id }: Member) =>
  eb.and([eb('audience', '=', sql.lit('one')), eb('messages.member_id', '=', id)]);

/** To all since the member joined, and to companies of their type. */
const toMany = (eb: Scope, { id, companyType }: Member) =>
  eb.and([
    eb('audience', '<>', sql.lit('one')),
    eb.or([eb('audience', '=', sql.lit('all')), eb('company_type', '=', companyType)]),
    eb(
      'messages.created_at',
      '>=',
      eb.selectFrom('members').select('members.created_at').where('members.id', '=', id),
    ),
  ]);

const withReads = (db: Db, memberId: number) =>
  db
    .selectFrom('messages')
    .leftJoin('message_reads', (join) =>
      join.onRef('message_reads.message_id', '=', 'messages.id').on('message_reads.member_id', '=', memberId),
    );

/** The messages to a member, to them alone or to more. */
const addressedTo = (db: Db, member: Member) =>
  withReads(db, member.id).where((eb) => eb.or([toOne(eb, member), toMany(eb, member)]));

/** The messages to a member alone that they have not read: a trigger keeps them apart from the many that they have. */
const ownUnread = (db: Db, { id }: Member) =>
  db.selectFrom('unread_messages').where('unread_messages.member_id', '=', id).select('message_id');

/** The newest messages of a page and of those before it: read from each index only as far as that, and then merged. */
async function newest(db: Db, member: Member, { page, pageSize, kind, unread }: MessageQuery) {
  const read = (addressed: typeof toOne) =>
    withReads(db, member.id)
      .where((eb) => addressed(eb, member))
      .$if(unread === 1 && addressed === toOne, (query) =>
        query.where('messages.id', 'in', ownUnread(db, member)),
      )
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'notice'))
      .$if(unread === 1, (query) => query.where('read_at', 'is', null))
      .select(['messages.id', 'kind', 'title', 'body', 'url', 'messages.created_at', 'read_at'])
      .orderBy('messages.created_at', 'desc')
      .orderBy('messages.id', 'desc')
      .limit(page * pageSize);
  return db
    .selectFrom(read(toOne).as('own'))
    .selectAll()
    .unionAll((eb) => eb.selectFrom(read(toMany).as('general')).selectAll())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** Number of unread messages of a member. */
export async function unreadMessages(db: Db, member: Member): Promise<number> {
  const { own, general } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom(ownUnread(db, member).as('unread'))
        .select((count) => count.fn.countAll<number>().as('total'))
        .$asScalar()
        .as('own'),
      withReads(db, member.id)
        .where((scope) => toMany(scope, member))
        .where('read_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('total'))
        .$asScalar()
        .as('general'),
    ])
    .executeTakeFirstOrThrow();
  return (own ?? 0) + (general ?? 0);
}

/** The newest unread messages of a member, and how many there are. */
export async function newestUnread(
  db: Db,
  member: Member,
  most: number,
): Promise<Pick<Calls['message.list']['data'], 'list' | 'unread'>> {
  const rows = await newest(db, member, { page: 1, pageSize: most, unread: 1 });
  return { list: rows.map(describe), unread: await unreadMessages(db, member) };
}

/** A page of a member's messages, the newest first, with what is unread of each kind. */
export async function listMessages(
  db: Db,
  member: Member,
  query: MessageQuery,
): Promise<Calls['message.list']['data']> {
  const { page, pageSize, kind, unread } = query;
  const byKind = await addressedTo(db, member)
    .groupBy('kind')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('total')])
    .select(sql<number>`count(*) FILTER (WHERE read_at IS NULL)`.as('unread'))
    .execute();
  const rows = await newest(db, member, query);
  const sum = (of: 'total' | 'unread', wanted?: string) =>
    byKind.reduce((count, row) => count + (wanted === undefined || row.kind === wanted ? row[of] : 0), 0);
  return {
    list: rows.map(describe),
    total: sum(unread === 1 ? 'unread' : 'total', kind),
    page,
    page_size: pageSize,
    unread: sum('unread'),
    counts: [
      { value: '', label: '全部', count: sum('unread') },
      ...Object.entries(KINDS).map(([value, label]) => ({ value, label, count: sum('unread', value) })),
    ],
  };
}

type Row = Awaited<ReturnType<typeof newest>>[number];

const describe = ({ id, kind, title, body, url, created_at, read_at }: Row) => ({
  id,
  kind,
  kind_text: KINDS[kind],
  title,
  body,
  url,
  created_at,
  is_read: read_at !== null,
  state_text: read_at === null ? '未读' : '已读',
});

/** Marks messages of a member as read; all of them when none are named. Others' ids do nothing. */
export async function markRead(
  db: Db,
  member: Member,
  ids: readonly number[] | undefined,
  now: number,
): Promise<void> {
  let unread = addressedTo(db, member).where('read_at', 'is', null);
  if (ids !== undefined && ids.length > 0) unread = unread.where('messages.id', 'in', ids);
  const rows = await unread.select('messages.id').execute();
  if (rows.length === 0) return;
  await db
    .insertInto('message_reads')
    .values(rows.map(({ id }) => ({ member_id: member.id, message_id: id, read_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
