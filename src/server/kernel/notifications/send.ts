import type { Db } from '../db/schema.ts';
import { tell } from '../push/publish.ts';
import type { MessageKind } from './tables.ts';

/** To everybody, to the companies of a type (domain §1), or to one member. */
export type Receivers =
  | { audience: 'all' }
  | { audience: 'type'; type: number }
  | { audience: 'one'; id: number };

export interface MessageText {
  kind: MessageKind;
  title: string;
  /** Plain text. */
  body: string;
  /** Where it leads; empty for nowhere. */
  url?: string;
}

/**
 * Sends a message, and lets the receivers' open pages know when the transaction commits.
 * @param author who of the staff wrote it; null for the shop itself
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
  await tell(
    db,
    ['message.list'],
    receivers.audience === 'one' ? { member: receivers.id } : { everyone: true },
  );
  return id;
}
