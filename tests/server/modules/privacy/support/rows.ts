import { sql } from 'kysely';
import type { Db } from '#server/kernel/db/schema.ts';
import { START } from '../../../support/store.ts';

/** Whom the rows are about. */
interface Person {
  id: number;
  companyId: number;
}

/** No word of the demo. */
const CANARY = 'kanari';

/** What stands in a column about the person, and nowhere else. */
export const canaryOf = (table: string, column: string): string => `${CANARY}-${table}-${column}`;

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** Text columns that are filled with canaries. */
const filled = (table: string, ...columns: string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, canaryOf(table, column)]));

const json = (table: string, column: string): Row => ({
  [column]: JSON.stringify({ text: canaryOf(table, column) }),
});

/** A row of each table of the register that comes of what one member does, but what orders bring along. */
function rowsOf({ id, companyId }: Person): [table: string, row: Row][] {
  const member_id = id;
  const company_id = companyId;
  const created_at = START;
  const expires_at = START;
  const row = (table: string, columns: string[], rest: Row): [string, Row] => [
    table,
    { ...filled(table, ...columns), ...rest },
  ];
  const own = { member_id, company_id, created_at };
  return [
    row('sessions', ['id', 'address', 'agent'], { ...own, expires_at }),
    row('known_devices', ['id'], { member_id, expires_at }),
    row('push_subscriptions', ['endpoint', 'p256dh', 'auth'], {
      member_id,
      session_id: canaryOf('sessions', 'id'),
      created_at,
    }),
    row('member_emails', ['email', 'pending_email', 'code_hash'], { member_id }),
    row('notice_choices', [], { member_id, topic: 'order', channel: 'email', is_on: true }),
    row('notice_deliveries', ['email', 'title', 'body'], {
      member_id,
      channel: 'email',
      created_at,
      due_at: START,
    }),
    row('second_factors', ['secret'], { member_id, created_at }),
    row('recovery_codes', ['code_hash'], { member_id }),
    row('proofs', ['id'], { kind: 'reset', member_id, ...json('proofs', 'content'), expires_at }),
    row('login_failures', ['account', 'address'], { failed_at: START }),
    row('sms_codes', ['phone', 'address', 'code_hash'], { scene: 'bind', created_at, expires_at }),
    row('sms_messages', ['phone', 'code'], { scene: 'bind', state: 'sent', created_at }),
    row('idempotency_keys', ['answer', 'fingerprint', 'key'], {
      member_id,
      path: '/x',
      code: 200,
      created_at,
    }),
    row('registration_drafts', [], {
      member_id,
      is_store: false,
      step: 1,
      ...json('registration_drafts', 'content'),
      updated_at: START,
    }),
    row('store_invites', ['id'], { ...own, expires_at }),
    row('chats', [], { member_id }),
    row('chat_messages', ['text'], { member_id, created_at }),
    row('feedbacks', ['text', 'phone'], { ...own, kind: '其他', files: '{}' }),
    row('messages', ['title', 'body'], { kind: 'order', audience: 'one', member_id, created_at }),
    row('staff_views', ['name', 'search', 'table_name'], { member_id, created_at }),
    row('bulk_changes', ['title'], { member_id, act: 'goods', rows: '[]', done_at: START }),
    row('audit_log', ['username', 'address'], {
      at: START,
      member_id,
      action: 'view',
      subject: 'upload',
      subject_id: '1',
      label: '',
    }),
    row('tasks', [], {
      ...own,
      kind: 'ops-import',
      title: '导入',
      ...json('tasks', 'input'),
      state: 'done',
      expires_at,
    }),
    row('uploads', ['name', 'id'], {
      ...own,
      kind: 'certificate',
      is_public: false,
      type: 'image/png',
      size: 1,
      sha256: '',
    }),
    row('points_orders', ['address'], {
      ...own,
      no: 'PRIZE-1',
      kind: 'prize',
      name: '奖品',
      number: 1,
      points: 0,
      state: 'done',
    }),
    row('wanted_goods', [], { ...own, name: '药', maker: '厂', spec: '盒', number: 1, note: '' }),
  ];
}

async function insert(db: Db, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row).map((column) => sql.ref(column));
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns)}) VALUES (${sql.join(Object.values(row))})`.execute(
    db,
  );
}

/** Inserts them, each text about the person a canary; in place of those that are there. */
export async function insertPersonalRows(db: Db, person: Person): Promise<void> {
  const rows = rowsOf(person);
  for (const table of ['second_factors', 'chats', 'member_emails', 'notice_choices', 'registration_drafts'])
    await sql`DELETE FROM ${sql.table(table)} WHERE member_id = ${person.id}`.execute(db);
  for (const [table, row] of rows) await insert(db, table, row);
  const ofMember = filled('members', 'phone', 'name', 'face', 'wechat_id', 'wechat_name', 'disabled_reason');
  for (const [column, value] of Object.entries(ofMember))
    await sql`UPDATE members SET ${sql.ref(column)} = ${value} WHERE id = ${person.id}`.execute(db);
}

/** The tables in which a canary is found, with the columns, in whatever way they are written. */
export async function findCanaries(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ column: string }>`
      SELECT DISTINCT field.key AS column FROM ${sql.table(name)} AS whole, jsonb_each_text(to_jsonb(whole)) AS field
      WHERE field.value LIKE ${`%${CANARY}%`} ORDER BY 1`.execute(db);
    found.push(...rows.map(({ column }) => `${name}.${column}`));
  }
  return found;
}
