import type { AuditChange, AuditEntry } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { RequestContext } from '../http/routes.ts';
import { memberOf } from '../http/visitor.ts';
import { ACTIONS, FIELDS, SUBJECTS, valueInWords } from './labels.ts';

/** What a member of staff did to one thing. */
export interface Act {
  action: keyof typeof ACTIONS;
  subject: keyof typeof SUBJECTS;
  id: number;
  /** What staff know the thing by. */
  label: string;
  before?: Readonly<Record<string, unknown>> | undefined;
  after?: Readonly<Record<string, unknown>> | undefined;
}

/** Who acts, from where and when. */
export type Actor = Pick<RequestContext, 'visitor' | 'address' | 'now'>;

/** Writes an act down; in the transaction that does it, so that there is no act without its record. */
export async function record(db: Db, { visitor, address, now }: Actor, act: Act): Promise<void> {
  const member = memberOf(visitor);
  const { username } = await db
    .selectFrom('members')
    .select('username')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const text = (table: Act['before']) => (table ? JSON.stringify(table) : null);
  await db
    .insertInto('audit_log')
    .values({
      at: now,
      member_id: member.id,
      username,
      address,
      action: act.action,
      subject: act.subject,
      subject_id: String(act.id),
      label: act.label.slice(0, 200),
      before: text(act.before),
      after: text(act.after),
    })
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
  const { total } = await log.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
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
    action_text: ACTIONS[row.action as Act['action']] ?? row.action,
    subject_text: SUBJECTS[row.subject as Act['subject']] ?? row.subject,
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
      before: valueInWords(name, before[name]),
      after: valueInWords(name, after[name]),
    }))
    .filter((change) => change.before !== change.after);
}
