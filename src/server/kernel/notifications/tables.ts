import type { Generated } from 'kysely';
import type { NoticeChannel, NoticeTopic } from './topics.ts';

declare module '../db/schema.ts' {
  interface Database extends NotificationTables {}
}

interface NotificationTables {
  messages: MessagesTable;
  vapid_keys: VapidKeysTable;
  push_subscriptions: PushSubscriptionsTable;
  member_emails: MemberEmailsTable;
  notice_choices: NoticeChoicesTable;
  notice_deliveries: NoticeDeliveriesTable;
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

/** The one pair by which push services know the shop (RFC 8292), base64url. */
interface VapidKeysTable {
  id: Generated<number>;
  public_key: string;
  private_key: string;
  created_at: number;
}

/** A browser that is sent notices for as long as its session lasts. */
interface PushSubscriptionsTable {
  id: Generated<number>;
  member_id: number;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: number;
}

/** Where a member gets notices by e-mail, and the address that is to be confirmed. */
interface MemberEmailsTable {
  member_id: number;
  /** Empty until one is confirmed. */
  email: Generated<string>;
  confirmed_at: Generated<number | null>;
  pending_email: Generated<string>;
  /** SHA-256 of member, address and code; empty when none is out. */
  code_hash: Generated<string>;
  code_tries: Generated<number>;
  code_sent_at: Generated<number>;
}

/** What a member has switched; without a row a channel is on. */
interface NoticeChoicesTable {
  member_id: number;
  topic: NoticeTopic;
  channel: NoticeChannel;
  is_on: boolean;
}

/** One notice on one way out: an address, or a browser. */
interface NoticeDeliveriesTable {
  id: Generated<number>;
  member_id: number;
  /** Null for a code that confirms an address. */
  message_id: number | null;
  channel: Exclude<NoticeChannel, 'site'>;
  /** For `push`. */
  subscription_id: number | null;
  /** For `email`; otherwise empty. */
  email: Generated<string>;
  title: string;
  /** Plain text. */
  body: string;
  url: Generated<string>;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  tries: Generated<number>;
  due_at: number;
  last_error: Generated<string>;
  created_at: number;
  sent_at: Generated<number | null>;
}
