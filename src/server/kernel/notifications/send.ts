import type { Db } from '../db/schema.ts';
import { publishChange } from '../push/publish.ts';
import type { MessageKind } from './tables.ts';

/** Recipients of a message: everybody, the companies of a type (domain §1), or one member. */
export type Receivers =
  | { audience: 'all' }
  | { audience: 'type'; type: number }
  | { audience: 'one'; id: number };

export interface MessageText {
  kind: MessageKind;
  title: string;
  /** Plain text. */
  body: string;
  /** The page that it links to; empty for none. */
  url?: string;
}

/**
 * Sends a message, and has the recipients' open pages reload their messages on commit. Returns its id.
 * @param author the member of staff who wrote it; null for the shop itself
 */
export async function sendMessage(
  db: Db,
  receivers: Receivers,
  text: MessageText,
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
  await publishChange(
    db,
    ['message.list'],
    receivers.audience === 'one' ? { member: receivers.id } : { everyone: true },
  );
  return id;
}
