import { createTransport } from 'nodemailer';
import type { MailSender } from './mail-sender.ts';

export interface SmtpSettings {
  /** `smtp://name:password@host:587`, or `smtps://` for TLS from the start. */
  url: string;
  /** `shop@example.com`, or with a name before it: `药房 <shop@example.com>`. */
  from: string;
}

/** Milliseconds in which the server must answer. */
const TIMEOUT = 10_000;

/** A server that takes mails by SMTP. */
export function smtpMail({ url, from }: SmtpSettings): MailSender {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    keepsMails: false,
    async send({ id, to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return 'sent';
      } catch (fault) {
        if (isRefusal(fault)) return 'refused';
        throw fault;
      }
    },
  };
}

/** The server takes no mail for this address, now or later. */
const isRefusal = (fault: unknown) =>
  fault instanceof Error &&
  'code' in fault &&
  fault.code === 'EENVELOPE' &&
  'responseCode' in fault &&
  typeof fault.responseCode === 'number' &&
  fault.responseCode >= 500;
