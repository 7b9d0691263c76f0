import type { NetConnectOpts } from 'node:net';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { clamdAddress } from '../kernel/outside/scanner/clamd.ts';
import type { AliyunSettings } from '../kernel/outside/sms/aliyun.ts';
import type { BucketSettings } from '../kernel/outside/storage/bucket.ts';
import type { WechatSettings } from '../kernel/outside/wechat/open.ts';
import type { SettingValues } from './settings.ts';

/** Settings of the external services; null for what is not configured. */
export interface OutsideSettings {
  sms: AliyunSettings | null;
  wechat: WechatSettings | null;
  /** An object store for uploads instead of the data folder. */
  bucket: BucketSettings | null;
  /** Where clamd listens, which looks for malware in uploads. */
  scanner: NetConnectOpts | null;
}

/**
 * Short messages (`ALIYUN_SMS_…`), WeChat login (`WECHAT_…`), the object store of uploads (`UPLOADS_S3_…`) and the scanner of
 * uploads (`CLAMD_URL`) from the environment. The first name of each group switches it on; that a group is whole is checked before.
 * @throws StartFault for an address that is none
 */
export function outsideSettings(env: SettingValues): OutsideSettings {
  return {
    sms: smsSettings(env),
    wechat: wechatSettings(env),
    bucket: bucketSettings(env),
    scanner: scannerSettings(env),
  };
}

function smsSettings(env: SettingValues): AliyunSettings | null {
  const accessKeyId = env['ALIYUN_SMS_ACCESS_KEY_ID'];
  if (!accessKeyId) return null;
  const usual = env['ALIYUN_SMS_TEMPLATE'] ?? '';
  return {
    accessKeyId,
    accessKeySecret: env['ALIYUN_SMS_ACCESS_KEY_SECRET'] ?? '',
    signName: env['ALIYUN_SMS_SIGN_NAME'] ?? '',
    templates: {
      register: env['ALIYUN_SMS_TEMPLATE_REGISTER'] || usual,
      forget: env['ALIYUN_SMS_TEMPLATE_FORGET'] || usual,
      bind: env['ALIYUN_SMS_TEMPLATE_BIND'] || usual,
      phone: env['ALIYUN_SMS_TEMPLATE_PHONE'] || usual,
    },
  };
}

function wechatSettings(env: SettingValues): WechatSettings | null {
  const appId = env['WECHAT_APP_ID'];
  return appId ? { appId, secret: env['WECHAT_APP_SECRET'] ?? '' } : null;
}

function scannerSettings({ CLAMD_URL: url }: SettingValues): NetConnectOpts | null {
  if (!url) return null;
  const address = clamdAddress(url);
  if (address) return address;
  throw new StartFault(
    `CLAMD_URL 应像 tcp://127.0.0.1:3310 或 unix:///run/clamav/clamd.ctl，现在是 ${url} / CLAMD_URL is like tcp://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl, not ${url}`,
  );
}

function bucketSettings(env: SettingValues): BucketSettings | null {
  const endpoint = env['UPLOADS_S3_ENDPOINT'];
  if (!endpoint) return null;
  if (!URL.canParse(endpoint)) throw new StartFault(`UPLOADS_S3_ENDPOINT 应是网址,现在是 ${endpoint}`);
  return {
    endpoint,
    bucket: env['UPLOADS_S3_BUCKET'] ?? '',
    region: env['UPLOADS_S3_REGION'] || 'us-east-1',
    accessKeyId: env['UPLOADS_S3_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: env['UPLOADS_S3_SECRET_ACCESS_KEY'] ?? '',
    redirects: env['UPLOADS_S3_REDIRECT'] === 'on',
  };
}
