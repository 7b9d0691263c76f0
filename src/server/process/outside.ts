import { resolve } from 'node:path';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../kernel/db/schema.ts';
import type { NoticeChannels } from '../kernel/outside/channels.ts';
import { outboxMail } from '../kernel/outside/mail/mail-sender.ts';
import { smtpMail } from '../kernel/outside/mail/smtp.ts';
import type { Gateways } from '../kernel/outside/payment-gateways/gateway.ts';
import { gatewaysOf } from '../kernel/outside/payment-gateways/open.ts';
import { clamd } from '../kernel/outside/scanner/clamd.ts';
import type { FileScanner } from '../kernel/outside/scanner/scanner.ts';
import { aliyunSms } from '../kernel/outside/sms/aliyun.ts';
import type { SmsSender } from '../kernel/outside/sms/sender.ts';
import { bucketStorage } from '../kernel/outside/storage/bucket.ts';
import { folderStorage, type UploadStorage } from '../kernel/outside/storage/storage.ts';
import { webPushSender } from '../kernel/outside/web-push/push-sender.ts';
import { localWechat } from '../kernel/outside/wechat/local.ts';
import { openWechat } from '../kernel/outside/wechat/open.ts';
import type { Wechat } from '../kernel/outside/wechat/wechat.ts';
import type { ServeOptions } from './options.ts';
import { showsDemo } from './seed-when-empty.ts';

/** The external services of the shop. */
export interface Outside {
  uploads: UploadStorage;
  scanner?: FileScanner;
  gateways: Gateways;
  channels: NoticeChannels;
  sms?: SmsSender;
  wechat?: Wechat;
  demo: boolean;
}

/** The storage of uploads: the object store when one is configured, else the data folder. */
export function uploadsOf({ outside: { bucket }, dataDir }: ServeOptions): UploadStorage {
  return bucket ? bucketStorage(bucket) : folderStorage(resolve(dataDir, 'uploads'));
}

/** Creates the external services of these options; a demo has stand-ins for what is not configured. */
export async function outsideOf(db: Db, { origin }: SiteConfig, options: ServeOptions): Promise<Outside> {
  const { sms, wechat, scanner, smtp } = options.outside;
  const demo = options.seed === 'demo' && (await showsDemo(db));
  return {
    uploads: uploadsOf(options),
    gateways: await gatewaysOf({ sandbox: demo, ...options.gateways }, origin ?? ''),
    channels: { mail: smtp ? smtpMail(smtp) : demo ? outboxMail : null, push: webPushSender() },
    demo,
    ...(scanner && { scanner: clamd(scanner) }),
    ...(sms && { sms: aliyunSms(sms) }),
    ...(wechat ? { wechat: openWechat(wechat) } : demo && { wechat: localWechat() }),
  };
}
