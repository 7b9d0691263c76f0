import { maskPhone } from '#engine/runtime/validation/contact.ts';
import type { Db } from '../../db/schema.ts';
import type { SmsSender } from './sender.ts';

/** Sends messages of the outbox table, without making the request that wrote them wait. */
export interface SmsDispatcher {
  /** Whether codes are shown on the outbox page, because none is really sent. */
  isOutbox: boolean;
  /** Starts to send one message. Does not wait, so that the time of an answer does not reveal whether one was sent. */
  send(db: Db, id: number): void;
  /** Resolves when nothing is being sent. */
  settled(): Promise<void>;
}

/** @param report called at a failure, with the phone masked and without the code */
export function createSmsDispatcher(
  sender: SmsSender,
  report: (line: string, fault: unknown) => void,
): SmsDispatcher {
  const pending = new Set<Promise<void>>();
  return {
    isOutbox: sender.keepsCodes,
    send(db, id) {
      const sending = sendOne(db, sender, id, report).finally(() => pending.delete(sending));
      pending.add(sending);
    },
    async settled() {
      await Promise.all(pending);
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
    // Claimed first, so that no other process sends it as well.
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
    report('an sms could not be claimed', fault);
  }
}
