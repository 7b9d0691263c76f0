import type { Db } from '../db/schema.ts';
import { publishChange } from '../push/publish.ts';
import { deliver } from './deliver.ts';
import type { MessageKind } from './tables.ts';
import type { NoticeTopic } from './topics.ts';

/** Recipients of a message: everybody, the companies of a type (domain §1), or one member. */
export type Receivers =
  | { audience: 'all' }
  | { audience: 'type'; type: number }
  | { audience: 'one'; id: number };

export interface MessageText {
  kind: MessageKind;
  /** What the member has switches for; follows from the kind when left out. */
  topic?: NoticeTopic;
  title: string;
  /** Plain text. */
  body: string;
  /** The page that it links to; empty for none. */
  url?: string;
}

/** The topic of a message that names none; advertising stays within the shop. */
const TOPIC_OF: Readonly<Record<MessageKind, NoticeTopic | null>> = {
  order: 'order',
  account: 'account',
  notice: 'notice',
  activity: null,
};

/**
 * Sends a message, and has the recipients' open pages reload their messages on commit. One to a single member also goes out
 * by the channels that they have switched on. Returns its id.
 * @param author the member of staff who wrote it; null for the shop itself
 */
export async function sendMessage(
  db: Db,
  receivers: Receivers,
  { topic, ...text }: MessageText,
  { author, now }: { author: number | null; now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('messages')
    .values({
      ...text,
      audience: receivers.audience,
      company_type: receivers.audience === 'type' ? receivers.type : null,
      member_id: receivers.audience === 'one' ? receivers.id : null,
      created_by: author,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const about = topic ?? TOPIC_OF[text.kind];
  if (receivers.audience === 'one' && about !== null)
    await deliver(db, { id, memberId: receivers.id, topic: about, url: '', ...text }, now);
  await publishChange(
    db,
    ['message.list'],
    receivers.audience === 'one' ? { member: receivers.id } : { everyone: true },
  );
  return id;
}
