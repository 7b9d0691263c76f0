import { resolve } from 'node:path';
import type { SiteConfig } from '#generated/schemas.ts';
import type { Db } from '../db/schema.ts';
import type { Gateways } from '../services/gateways/gateway.ts';
import { gatewaysOf } from '../services/gateways/open.ts';
import { aliyunSms } from '../services/sms/aliyun.ts';
import type { SmsSender } from '../services/sms/sender.ts';
import { localWechat } from '../services/wechat/local.ts';
import { openWechat } from '../services/wechat/open.ts';
import type { Wechat } from '../services/wechat/wechat.ts';
import { bucketStorage } from '../uploads/bucket.ts';
import { folderStorage, type UploadStorage } from '../uploads/storage.ts';
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
