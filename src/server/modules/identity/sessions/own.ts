import type { Calls } from '#generated/calls.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import type { Member } from '../../../kernel/http/visitor.ts';

type OwnSessions = Calls['session.list']['data'];

/** The sessions in which a member is logged in, the newest first. Their ids are hashes: nobody can log in with one. */
export async function listOwnSessions(
  db: Db,
  { id, sessionId }: Pick<Member, 'id' | 'sessionId'>,
  now: number,
): Promise<OwnSessions> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('companies', 'companies.id', 'sessions.company_id')
    .where('member_id', '=', id)
    .where('expires_at', '>', now)
    .orderBy('sessions.created_at', 'desc')
    .select([
      'sessions.id',
      'agent',
      'sessions.address',
      'companies.name as company',
      'sessions.created_at',
      'expires_at',
    ])
    .execute();
  const list = rows.map((row) => {
    const isCurrent = row.id === sessionId;
    return { ...row, is_current: isCurrent ? 1 : 0, state_text: isCurrent ? '本机' : '已登录' };
  });
  return { list, others: list.filter(({ is_current }) => is_current === 0).length };
}

/** Ends one of a member's own sessions; returns whether there was one. */
export async function endOwnSession(db: Db, memberId: number, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
