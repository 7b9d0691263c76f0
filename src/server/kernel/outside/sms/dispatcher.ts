import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Db } from '../../db/schema.ts';
import type { SmsSender } from './sender.ts';

/** Sends what was put in line, after the request that put it there has been answered. */
export interface SmsPost {
  /** Are codes readable in the outbox page, because nobody else gets them? */
  isOutbox: boolean;
  /** Sends one message; does not wait, so that no answer tells by its time whether there was anything to send. */
  send(db: Db, id: number): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

/** @param report told of a failure, with the phone masked and without the code */
export function createPost(sender: SmsSender, report: (line: string, fault: unknown) => void): SmsPost {
  const underWay = new Set<Promise<void>>();
  return {
    isOutbox: sender.keepsCodes,
    send(db, id) {
      const sending = sendOne(db, sender, id, report).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

async function sendOne(
  db: Db,
  sender: SmsSender,
  id: number,
  report: (line: string, fault: unknown) => void,
): Promise<void> {
  try {
    // Taken first, so that no second process sends it as well.
    const message = await db
      .updateTable('sms_messages')
      .set({ state: 'sent' })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning(['phone', 'scene', 'code'])
      .executeTakeFirst();
    if (!message) return;
    const failed = await sender.send(message).then(
      () => null,
      (fault: unknown) => ({ fault }),
    );
    if (failed) report(`sms to ${maskPhone(message.phone)} by ${sender.name} failed`, failed.fault);
    if (!failed && sender.keepsCodes) return;
    await db
      .updateTable('sms_messages')
      .set({ state: failed ? 'failed' : 'sent', code: '' })
      .where('id', '=', id)
      .execute();
  } catch (fault) {
    report('an sms could not be taken from the line', fault);
  }
}
