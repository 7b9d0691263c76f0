import { sql } from 'kysely';
import { CHANNEL } from './listen.ts';
import type { Database, Db } from './schema.ts';

/** Rows that have changed: those whose watched column has one of `ids` (migration 0151), or any where that is null. */
export interface Change {
  table: string;
  ids: ReadonlySet<number> | null;
}

const PREFIX = 'changed ';

/** What stands for everything that a shop shows, in place of a table. */
const SHOP = 'shop';

/** Tables whose changes entries can depend on. */
export type Watched = keyof Database;

/** Anything may have changed. */
export const SHOP_CHANGE: Change = { table: SHOP, ids: null };

/** Whether a notification, or a notice of the session's own, is about a change. */
export const isChange = (text: string): boolean => text.startsWith(PREFIX);

/** Ids that one notification names at most: its text may have 8,000 bytes. */
const MAX_IDS = 500;

/** A change as the triggers write it. */
export function changeText({ table, ids }: Change): string {
  return `${PREFIX}${table} ${ids === null || ids.size > MAX_IDS ? '*' : [...ids].join(',')}`;
}

/** Reads a notification of a change; null when it is about something else. */
export function readChange(text: string): Change | null {
  if (!isChange(text)) return null;
  const [table = '', ids = '*'] = text.slice(PREFIX.length).split(' ');
  const parts = ids.split(',');
  return { table, ids: parts.includes('*') ? null : new Set(parts.map(Number)) };
}

/** A change that may concern anything, as staff make them. */
export const isOfShop = ({ table }: Change): boolean => table === SHOP;

/** Tells every process that anything may have changed; in a transaction, on commit. */
export async function notifyShopChange(db: Db): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${PREFIX + SHOP})`.execute(db);
}
