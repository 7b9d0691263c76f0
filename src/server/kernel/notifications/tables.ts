import type { Generated } from 'kysely';

declare module '../db/schema.ts' {
  interface Database extends NotificationTables {}
}

interface NotificationTables {
  messages: MessagesTable;
}

export type MessageKind = 'notice' | 'activity' | 'order' | 'account';

interface MessagesTable {
  id: Generated<number>;
  kind: MessageKind;
  title: string;
  /** Plain text. */
  body: string;
  /** The page that it links to; empty for none. */
  url: Generated<string>;
  audience: 'all' | 'type' | 'one';
  /** domain §1 `company_type`, for the audience `type`. */
  company_type: number | null;
  /** For the audience `one`. */
  member_id: number | null;
  /** Null where the shop itself wrote it. */
  created_by: number | null;
  created_at: number;
}
