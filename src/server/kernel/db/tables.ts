import type { ColumnType, Generated } from 'kysely';

export interface OpsTables {
  migration_checksums: { name: string; checksum: string };
  audit_log: AuditLogTable;
  uploads: UploadsTable;
  messages: MessagesTable;
  message_reads: MessageReadsTable;
  chats: ChatsTable;
  chat_messages: ChatMessagesTable;
}

/** A record as it was, or is: column -> value. Written as JSON text. */
type Snapshot = ColumnType<Record<string, unknown> | null, string | null, never>;

/** What a member of staff did. Rows are only ever added. */
interface AuditLogTable {
  id: Generated<number>;
  at: number;
  member_id: number;
  /** As it was at that time. */
  username: string;
  address: string;
  /** create, update, delete, publish, … */
  action: string;
  /** What kind of thing: article, ad, link, … */
  subject: string;
  subject_id: string;
  /** What staff know the thing by, such as its title. */
  label: string;
  before: Snapshot;
  after: Snapshot;
}

/** A file that somebody uploaded; its bytes are in the storage under the same id. */
interface UploadsTable {
  /** Cannot be guessed: it is part of the address. */
  id: string;
  kind: string;
  /** Anybody may have it; else its company and staff. */
  is_public: boolean;
  member_id: number;
  company_id: number;
  /** As its owner called it. */
  name: string;
  /** Media type, by its content. */
  type: string;
  size: number;
  sha256: string;
  created_at: number;
}

export type MessageKind = 'notice' | 'activity' | 'order' | 'account';

interface MessagesTable {
  id: Generated<number>;
  kind: MessageKind;
  title: string;
  /** Plain text. */
  body: string;
  /** Where it leads; empty for nowhere. */
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

interface MessageReadsTable {
  member_id: number;
  message_id: number;
  read_at: number;
}

/** A member's talk with the shop. */
interface ChatsTable {
  member_id: number;
  last_id: Generated<number>;
  last_at: Generated<number>;
  /** The last message that the member has seen, and that staff have. */
  member_seen: Generated<number>;
  staff_seen: Generated<number>;
}

interface ChatMessagesTable {
  id: Generated<number>;
  /** Whose talk it is. */
  member_id: number;
  /** Who of the staff wrote it; null for the member. */
  staff_id: number | null;
  text: string;
  created_at: number;
}
