/** What a code is for. */
export type SmsScene = 'register' | 'forget' | 'bind' | 'phone';

/** A code on its way to a phone. */
export interface SmsMessage {
  phone: string;
  scene: SmsScene;
  code: string;
}

/** Who carries short messages. A real carrier and the local outbox differ in this only. */
export interface SmsSender {
  /** What logs call it. */
  name: string;
  /** The codes stay readable in the outbox, since nothing is really sent. */
  keepsCodes: boolean;
  /** Hands the message over; throws where the carrier does not take it. */
  send(message: SmsMessage): Promise<void>;
}

/** Keeps messages in this shop's own outbox (`/dev/outbox`), for demonstration and development. */
export const outboxSender: SmsSender = {
  name: 'outbox',
  keepsCodes: true,
  send: async () => {},
};
