import type { Generated } from 'kysely';
import type { SmsScene } from './sender.ts';

declare module '../../db/schema.ts' {
  interface Database extends SmsTables {}
}

interface SmsTables {
  sms_messages: SmsMessagesTable;
}

/** Times are whole seconds since 1970. */
type Seconds = number;

/** Short messages on their way out; the code goes when they have been sent. */
interface SmsMessagesTable {
  id: Generated<number>;
  phone: string;
  scene: SmsScene;
  code: string;
  /** withheld: the phone is nobody's, and only looks as if it had been sent to. */
  state: 'waiting' | 'sent' | 'failed' | 'withheld';
  created_at: Seconds;
}
