/** What a code is for. */
export type SmsScene = 'register' | 'forget' | 'bind' | 'phone';

/** A verification code for a phone. */
export interface SmsMessage {
  phone: string;
  scene: SmsScene;
  code: string;
}

/** Sends text messages: a real carrier or the local outbox. */
export interface SmsSender {
  /** Its name in logs. */
  name: string;
  /** The codes stay readable in the outbox, since nothing is sent. */
  keepsCodes: boolean;
  /** Hands the message over; throws when the carrier rejects it. */
  send(message: SmsMessage): Promise<void>;
}

/** Keeps messages in the shop's own outbox (`/dev/outbox`), for demonstration and development. */
export const outboxSender: SmsSender = {
  name: 'outbox',
  keepsCodes: true,
  send: async () => {},
};
