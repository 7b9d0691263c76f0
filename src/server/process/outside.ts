import { resolve } from 'node:path';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../kernel/db/schema.ts';
import type { Gateways } from '../kernel/outside/payment-gateways/gateway.ts';
import { gatewaysOf } from '../kernel/outside/payment-gateways/open.ts';
import { aliyunSms } from '../kernel/outside/sms/aliyun.ts';
import type { SmsSender } from '../kernel/outside/sms/sender.ts';
import { bucketStorage } from '../kernel/outside/storage/bucket.ts';
import { folderStorage, type UploadStorage } from '../kernel/outside/storage/storage.ts';
import { localWechat } from '../kernel/outside/wechat/local.ts';
import { openWechat } from '../kernel/outside/wechat/open.ts';
import type { Wechat } from '../kernel/outside/wechat/wechat.ts';
import type { ServeOptions } from './options.ts';
import { showsDemo } from './seed-when-empty.ts';

/** The parts that stand outside of the house. */
export interface Outside {
  uploads: UploadStorage;
  gateways: Gateways;
  sms?: SmsSender;
  wechat?: Wechat;
  demo: boolean;
}

/** Where uploads are kept: the object store when one is set up, else the data folder. */
export function uploadsOf({ outside: { bucket }, dataDir }: ServeOptions): UploadStorage {
  return bucket ? bucketStorage(bucket) : folderStorage(resolve(dataDir, 'uploads'));
}

/** The parts as the options ask for them; a demonstration has a stand-in for what is not set up. */
export async function outsideOf(db: Db, { origin }: SiteConfig, options: ServeOptions): Promise<Outside> {
  const { sms, wechat } = options.outside;
  const demo = options.seed === 'demo' && (await showsDemo(db));
  return {
    uploads: uploadsOf(options),
    gateways: gatewaysOf({ sandbox: demo, ...options.gateways }, origin ?? ''),
    demo,
    ...(sms && { sms: aliyunSms(sms) }),
    ...(wechat ? { wechat: openWechat(wechat) } : demo && { wechat: localWechat() }),
  };
}
