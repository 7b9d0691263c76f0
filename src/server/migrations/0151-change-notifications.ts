import { type Kysely, sql } from 'kysely';

/** A table whose rows processes keep in memory. */
interface Watched {
  /**
   * The column that says which entries a change concerns; none where it concerns all. A row without a value there concerns
   * all as well: a message to everybody, a right of a whole region.
   */
  by?: string;
  /** It changes with each cart and order. */
  often?: true;
  /** The only column that changes with each order. */
  oftenOnly?: string;
}

const WATCHED: Readonly<Record<string, Watched>> = {
  accounts: { by: 'company_id', often: true },
  batch_reports: { by: 'goods_id' },
  batches: { by: 'goods_id', often: true },
  brands: {},
  cart_lines: { by: 'company_id', often: true },
  categories: {},
  companies: { by: 'id' },
  controlled_requests: { by: 'company_id' },
  controlled_rights: { by: 'company_id' },
  favorites: { by: 'company_id', often: true },
  goods: { by: 'id' },
  ladder_steps: { by: 'goods_id' },
  level_prices: { by: 'goods_id' },
  makers: {},
  managers: {},
  member_levels: {},
  members: { by: 'id' },
  message_reads: { by: 'member_id', often: true },
  messages: { by: 'member_id', often: true },
  orders: { by: 'company_id', often: true },
  promotion_goods: { by: 'goods_id', oftenOnly: 'sold' },
  promotion_uses: { by: 'company_id', often: true },
  promotions: { oftenOnly: 'sold' },
  scopes: {},
  second_factors: { by: 'member_id' },
  sessions: { by: 'member_id' },
  warehouses: {},
};

/** Ids that one notification names at most: its text may have 8,000 bytes. */
const MAX_IDS = 500;

/**
 * Every change is reported to the session that makes it, as a notice, where the session says that its process reads them
 * (kernel/db/reported-changes.ts). What changes seldom is also published on the channel of the shop, in the transaction
 * that changes it. What changes with each order is not: PostgreSQL commits notifying transactions one after another. The
 * process publishes it after the commit, together with what others have changed. Sessions whose process reads no notices
 * (psql, a restore) publish everything.
 */
function functionFor(table: string, name: string, { by, often }: Watched, isOften = String(often ?? false)) {
  const ids =
    by === undefined
      ? `'*' WHERE EXISTS (SELECT FROM changed)`
      : `CASE WHEN count(DISTINCT ${by}) > ${MAX_IDS} THEN '*'
          ELSE string_agg(DISTINCT coalesce(${by}::text, '*'), ',') END FROM changed`;
  return `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE ids text; reads boolean := coalesce(current_setting('storewright.reads_notices', true), '') = 'on';
    BEGIN
      SELECT ${ids} INTO ids;
      IF ids IS NULL THEN RETURN NULL; END IF;
      IF reads THEN RAISE NOTICE 'changed ${table} %', ids; END IF;
      IF NOT (reads AND ${isOften}) THEN PERFORM pg_notify('storewright', 'changed ${table} ' || ids); END IF;
      RETURN NULL;
    END $$`;
}

const triggerFor = (table: string, event: string, tables: string, name: string) =>
  `CREATE TRIGGER ${table}_notify_${event.toLowerCase()} AFTER ${event} ON ${table}
    REFERENCING ${tables} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;

function statementsFor(table: string, watched: Watched): string[] {
  const all = `notify_of_${table}`;
  const { oftenOnly } = watched;
  const update =
    oftenOnly === undefined
      ? [triggerFor(table, 'UPDATE', 'NEW TABLE AS changed', all)]
      : [
          functionFor(
            table,
            `${all}_update`,
            watched,
            `NOT EXISTS (SELECT FROM changed JOIN before USING (id)
              WHERE to_jsonb(changed) - '${oftenOnly}' <> to_jsonb(before) - '${oftenOnly}')`,
          ),
          triggerFor(table, 'UPDATE', 'OLD TABLE AS before NEW TABLE AS changed', `${all}_update`),
        ];
  return [
    functionFor(table, all, watched),
    triggerFor(table, 'INSERT', 'NEW TABLE AS changed', all),
    ...update,
    triggerFor(table, 'DELETE', 'OLD TABLE AS changed', all),
  ];
}

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, watched] of Object.entries(WATCHED)) {
    for (const statement of statementsFor(table, watched)) await sql.raw(statement).execute(db);
  }
}
