/** One e-mail; every header of it is one line. */
export interface Mail {
  /** The same for every attempt to send it, so that a mailbox shows it once. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends e-mails: a server by SMTP, or the local outbox. */
export interface MailSender {
  /** The mails stay readable in the outbox, since nothing is sent. */
  keepsMails: boolean;
  /** @returns `refused` where the server will never take it @throws when it may succeed later */
  send(mail: Mail): Promise<'sent' | 'refused'>;
}

/** Keeps mails in the shop's own outbox (`/dev/outbox`), for demonstration and development. */
export const outboxMail: MailSender = { keepsMails: true, send: async () => 'sent' };
