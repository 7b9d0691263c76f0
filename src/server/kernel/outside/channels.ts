import type { MailSender } from './mail/mail-sender.ts';
import type { PushSender } from './web-push/push-sender.ts';

/** How notices leave the shop. */
export interface NoticeChannels {
  /** Null where no mail server is configured. */
  mail: MailSender | null;
  push: PushSender;
}
