import type { AuditChange, AuditEntry } from '#generated/schemas.ts';
import { countAtMost } from '../db/count-at-most.ts';
import type { Db } from '../db/schema.ts';
import type { RequestContext } from '../http/routes.ts';
import { memberOf } from '../http/visitor.ts';
import { ACTIONS, FIELDS, SUBJECTS, valueText } from './labels.ts';

/** One action of a member of staff, for the audit log. */
export interface AuditEvent {
  action: keyof typeof ACTIONS;
  subject: keyof typeof SUBJECTS;
  id: number | string;
  /** How staff know the subject: a name, a title, an order number. */
  label: string;
  before?: Readonly<Record<string, unknown>> | undefined;
  after?: Readonly<Record<string, unknown>> | undefined;
}

/** Who acts, from which network address and when. */
export type Actor = Pick<RequestContext, 'visitor' | 'address' | 'now'>;

/** Writes an entry of the audit log; in the transaction of the action, so that there is none without its entry. */
export const record = (db: Db, actor: Actor, event: AuditEvent): Promise<void> =>
  recordAll(db, actor, [event]);

/** The same for many at once. */
export async function recordAll(
  db: Db,
  { visitor, address, now }: Actor,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const member = memberOf(visitor);
  const { username } = await db
    .selectFrom('members')
    .select('username')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const text = (table: AuditEvent['before']) => (table ? JSON.stringify(table) : null);
  await db
    .insertInto('audit_log')
    .values(
      events.map((event) => ({
        at: now,
        member_id: member.id,
        username,
        address,
        action: event.action,
        subject: event.subject,
        subject_id: String(event.id),
        label: event.label.slice(0, 200),
        before: text(event.before),
        after: text(event.after),
      })),
    )
    .execute();
}

export interface LogQuery {
  page: number;
  pageSize: number;
  subject?: string | undefined;
  username?: string | undefined;
}

/** A page of the log, the newest first. */
export async function readLog(
  db: Db,
  { page, pageSize, subject, username }: LogQuery,
): Promise<{ list: AuditEntry[]; total: number }> {
  let log = db.selectFrom('audit_log');
  if (subject !== undefined) log = log.where('subject', '=', subject);
  if (username !== undefined) log = log.where('username', '=', username);
  const total = await countAtMost(db, log.select('id'));
  const rows = await log
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const list = rows.map((row) => ({
    id: row.id,
    at: row.at,
    username: row.username,
    address: row.address,
    action_text: ACTIONS[row.action as AuditEvent['action']] ?? row.action,
    subject_text: SUBJECTS[row.subject as AuditEvent['subject']] ?? row.subject,
    label: row.label,
    changes: changesOf(row.before ?? {}, row.after ?? {}),
  }));
  return { list, total };
}

type Table = Readonly<Record<string, unknown>>;

function changesOf(before: Table, after: Table): AuditChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .map((name) => ({
      field: FIELDS[name] ?? name,
      before: valueText(name, before[name]),
      after: valueText(name, after[name]),
    }))
    .filter((change) => change.before !== change.after);
}
