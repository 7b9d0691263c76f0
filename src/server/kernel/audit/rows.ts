import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { moveRow, type OrderedRows } from '../db/positions.ts';
import type { Database, Db } from '../db/schema.ts';
import { type Answer, made, ok, type Refused, refuse } from '../result/answer.ts';
import { type Actor, type AuditEvent, record } from './audit.ts';

type Table = keyof Database;
type Row<Name extends Table> = Selectable<Database[Name]>;
type Logged = Record<string, unknown>;

/** A row that staff change, and its subject in the audit log. */
interface RowOf<Name extends Table> {
  table: Name;
  subject: AuditEvent['subject'];
  /** The id in the log; the row's `id` when left out. */
  logId?: number;
}

interface RelatedChanges {
  before?: Logged;
  after?: Logged;
}

/** The columns of a table that staff may set. */
type ValuesOf<Name extends Table> = Updateable<Database[Name]>;

/** A change of one row. `values` are the columns that staff set: the log holds them, before and after. */
interface Change<Name extends Table, Values extends ValuesOf<Name>, Before> extends RowOf<Name> {
  values: Values;
  /** Columns that are set besides `values`; the log leaves them out. */
  onUpdate?: (before: Row<Name>) => ValuesOf<Name>;
  /** Refuses the change; called while the row is locked. */
  refuse?: (before: Before) => Promise<Refused | null> | Refused | null;
  /** How staff know the row: a name or a title. */
  label: string | ((before: Before) => string);
  /** `create` or `update` when left out. */
  action?: AuditEvent['action'];
  /** What the log holds of a row; the columns of `values` when left out. */
  logged?: (row: Row<Name> | Values) => Logged;
  /** What the log also holds, from other tables; read while the row is locked. */
  related?: () => RelatedChanges | Promise<RelatedChanges>;
}

export interface RowChange<Name extends Table, Values extends ValuesOf<Name>>
  extends Change<Name, Values, Row<Name>> {
  /** The columns that identify the row. */
  key: Partial<Row<Name>>;
  /** Message of the refusal when no row has the key. */
  gone: string;
}

export interface RowSave<Name extends Table, Values extends ValuesOf<Name>>
  extends Change<Name, Values, Row<Name> | undefined> {
  /** The columns that identify the row; null for a new one. */
  key: Partial<Row<Name>> | null;
  /** Message of the refusal when no row has the key; without it the row is inserted. */
  gone?: string;
  /** Columns that only a new row is given; the log leaves them out. */
  onInsert?: Partial<Insertable<Database[Name]>>;
}

/** A row that was written; `before` is the old row, undefined where it is new. */
export interface Written<Before> {
  ok: true;
  id: number;
  before: Before;
}

/**
 * Updates one row for staff and writes the entry of the audit log. The row is locked; a key that no row has is refused,
 * and so is what `refuse` refuses. Run it in a transaction: no change without its entry.
 */
export async function changeRow<Name extends Table, Values extends ValuesOf<Name>>(
  db: Db,
  actor: Actor,
  change: RowChange<Name, Values>,
): Promise<Written<Row<Name>> | Refused> {
  const before = await lockRow(db, change.table, change.key);
  if (!before) return refuse('notFound', { message: change.gone });
  return update(db, actor, change, change.key, before);
}

/** The same for a row that may be new. Run it in a transaction. */
export async function saveRow<Name extends Table, Values extends ValuesOf<Name>>(
  db: Db,
  actor: Actor,
  save: RowSave<Name, Values>,
): Promise<Written<Row<Name> | undefined> | Refused> {
  const { table, key, gone } = save;
  if (key !== null) {
    const before = await lockRow(db, table, key);
    if (before) return update(db, actor, save, key, before);
    if (gone !== undefined) return refuse('notFound', { message: gone });
  }
  const refused = await save.refuse?.(undefined);
  if (refused) return refused;
  const after = await insertRow(db, table, key, { ...key, ...save.onInsert, ...save.values });
  // Another transaction inserted the row of this key meanwhile: now it can be locked and updated.
  if (!after) return saveRow(db, actor, save);
  const id = save.logId ?? idOf(after);
  await recordChange(db, actor, save, { id, before: undefined, related: await save.related?.() });
  return { ok: true, id, before: undefined };
}

async function update<Name extends Table, Values extends ValuesOf<Name>>(
  db: Db,
  actor: Actor,
  change: Change<Name, Values, Row<Name>>,
  key: Partial<Row<Name>>,
  before: Row<Name>,
): Promise<Written<Row<Name>> | Refused> {
  const refused = await change.refuse?.(before);
  if (refused) return refused;
  const related = await change.related?.();
  await updateRow(db, change.table, key, { ...change.values, ...change.onUpdate?.(before) });
  const id = change.logId ?? idOf(before);
  await recordChange(db, actor, change, { id, before, related });
  return { ok: true, id, before };
}

async function recordChange<
  Name extends Table,
  Values extends ValuesOf<Name>,
  Before extends Row<Name> | undefined,
>(
  db: Db,
  actor: Actor,
  { subject, action, label, values, logged: own }: Change<Name, Values, Before>,
  { id, before, related }: { id: number; before: Before; related: RelatedChanges | undefined },
): Promise<void> {
  const logged = own ?? ((row: object) => pick(row, Object.keys(values)));
  await record(db, actor, {
    action: action ?? (before ? 'update' : 'create'),
    subject,
    id,
    label: typeof label === 'string' ? label : label(before),
    before: before && { ...logged(before), ...related?.before },
    after: { ...logged(values), ...related?.after },
  });
}

/** The answer to a save: 201 for a new row, else 200. */
export function savedAnswer(
  saved: Written<object | undefined> | Refused,
  inserted = '已新增',
): Answer<{ id: number }> {
  if (!saved.ok) return saved;
  const { id, before } = saved;
  return before ? ok({ id }, '已保存') : made({ id }, inserted);
}

export interface RowRemoval<Name extends Table> extends RowOf<Name> {
  key: Partial<Row<Name>>;
  gone: string;
  label: (row: Row<Name>) => string;
  /** Removes what refers to the row, or refuses its removal. */
  prepare?: (row: Row<Name>) => Promise<Refused | null>;
  /** What the log holds of the row. */
  logged: (row: Row<Name>) => Logged;
  after?: Logged;
}

/** Deletes one row and writes the entry of the audit log. Run it in a transaction. */
export async function removeRow<Name extends Table>(
  db: Db,
  actor: Actor,
  { table, subject, key, gone, label, prepare, logged, logId, after }: RowRemoval<Name>,
): Promise<Written<Row<Name>> | Refused> {
  const before = await lockRow(db, table, key);
  if (!before) return refuse('notFound', { message: gone });
  const refused = await prepare?.(before);
  if (refused) return refused;
  await sql`DELETE FROM ${sql.table(table)} WHERE ${matching(key)}`.execute(db);
  const id = logId ?? idOf(before);
  const event = { action: 'remove', subject, id, label: label(before) } as const;
  await record(db, actor, { ...event, before: logged(before), after });
  return { ok: true, id, before };
}

export interface RowMove<Name extends Table> extends RowOf<Name> {
  /** Selects the rows of the table that form one ordered list. */
  where: OrderedRows['where'];
  id: number;
  by: number;
  gone: string;
  label: (row: Row<Name>) => string;
}

/** Moves one row up or down in its list and writes the entry of the audit log. Run it in a transaction. */
export async function reorderRow<Name extends Table>(
  db: Db,
  actor: Actor,
  { table, subject, where, id, by, gone, label }: RowMove<Name>,
): Promise<Answer<{ id: number }>> {
  const moved = await moveRow(db, { table, where }, id, by);
  const { rows } = await sql<Row<Name>>`SELECT * FROM ${sql.table(table)} WHERE id = ${id}`.execute(db);
  const [row] = rows;
  if (!moved || !row) return refuse('notFound', { message: gone });
  await record(db, actor, {
    action: 'move',
    subject,
    id,
    label: label(row),
    before: { position: moved.before },
    after: { position: moved.after },
  });
  return ok({ id });
}

const pick = (row: object, names: readonly string[]): Logged =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

/** @throws when the table has no `id` and the caller named none */
function idOf(row: object): number {
  if ('id' in row && typeof row.id === 'number') return row.id;
  throw new Error('a row without an id needs a logId');
}

/** Columns with a value; null is one. */
const given = (columns: object): [string, unknown][] =>
  Object.entries(columns).filter(([, value]) => value !== undefined);

function matching(key: object): RawBuilder<unknown> {
  const terms = given(key).map(([name, value]) =>
    value === null ? sql`${sql.ref(name)} IS NULL` : sql`${sql.ref(name)} = ${value}`,
  );
  return sql.join(terms, sql` AND `);
}

async function lockRow<Name extends Table>(db: Db, table: Name, key: object): Promise<Row<Name> | undefined> {
  const { rows } = await sql<Row<Name>>`
    SELECT * FROM ${sql.table(table)} WHERE ${matching(key)} FOR UPDATE`.execute(db);
  return rows[0];
}

async function updateRow(db: Db, table: Table, key: object, columns: object): Promise<void> {
  const terms = given(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(terms)} WHERE ${matching(key)}`.execute(db);
}

/** Undefined when a row of the key was inserted meanwhile. */
async function insertRow(
  db: Db,
  table: Table,
  key: object | null,
  columns: object,
): Promise<object | undefined> {
  const entries = given(columns);
  const names = sql.join(entries.map(([name]) => sql.ref(name)));
  const values = sql.join(entries.map(([, value]) => value));
  const { rows } = await sql<object>`
    INSERT INTO ${sql.table(table)} (${names}) VALUES (${values})
    ${key === null ? sql`` : sql`ON CONFLICT (${sql.join(Object.keys(key).map((name) => sql.ref(name)))}) DO NOTHING`}
    RETURNING *`.execute(db);
  return rows[0];
}
