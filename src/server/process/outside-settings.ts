import type { NetConnectOpts } from 'node:net';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { SmtpSettings } from '../kernel/outside/mail/smtp.ts';
import { clamdAddress } from '../kernel/outside/scanner/clamd.ts';
import type { AliyunSettings } from '../kernel/outside/sms/aliyun.ts';
import type { BucketSettings } from '../kernel/outside/storage/bucket.ts';
import type { VapidKeys } from '../kernel/outside/web-push/push-sender.ts';
import type { WechatSettings } from '../kernel/outside/wechat/open.ts';
import type { SettingValues } from './settings.ts';

/** Settings of the external services; null for what is not configured. */
export interface OutsideSettings {
  sms: AliyunSettings | null;
  wechat: WechatSettings | null;
  /** The server that takes e-mails. */
  smtp: SmtpSettings | null;
  /** The keys of web push, in place of those in the database. */
  vapid: VapidKeys | null;
  /** An object store for uploads instead of the data folder. */
  bucket: BucketSettings | null;
  /** Where clamd listens, which looks for malware in uploads. */
  scanner: NetConnectOpts | null;
}

/**
 * Short messages (`ALIYUN_SMS_…`), WeChat login (`WECHAT_…`), e-mail (`SMTP_URL`), the keys of web push (`VAPID_…`), the object store of uploads (`UPLOADS_S3_…`) and the scanner of
 * uploads (`CLAMD_URL`) from the environment. The first name of each group switches it on; that a group is whole is checked before.
 * @throws StartFault for an address that is none
 */
export function outsideSettings(env: SettingValues): OutsideSettings {
  return {
    sms: smsSettings(env),
    wechat: wechatSettings(env),
    smtp: smtpSettings(env),
    vapid: vapidSettings(env),
    bucket: bucketSettings(env),
    scanner: scannerSettings(env),
  };
}

function smsSettings(env: SettingValues): AliyunSettings | null {
  const accessKeyId = env['ALIYUN_SMS_ACCESS_KEY_ID'];
  if (!accessKeyId) return null;
  const usual = env['ALIYUN_SMS_TEMPLATE'] ?? '';
  const endpoint = env['ALIYUN_SMS_ENDPOINT'];
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
    ...(endpoint && { endpoint }),
  };
}

function wechatSettings(env: SettingValues): WechatSettings | null {
  const appId = env['WECHAT_APP_ID'];
  return appId ? { appId, secret: env['WECHAT_APP_SECRET'] ?? '' } : null;
}

function smtpSettings({ SMTP_URL: url, MAIL_FROM: from = '' }: SettingValues): SmtpSettings | null {
  if (!url) return null;
  const server = URL.parse(url);
  /* The address has a password in it: it is not repeated. */
  if (!server?.hostname || !/^smtps?:$/.test(server.protocol))
    throw new StartFault(
      'SMTP_URL 应像 smtp://用户:密码@邮件服务器:587 或 smtps://…:465 / SMTP_URL is like smtp://user:password@host:587 or smtps://…:465',
    );
  if (!/^(?:[^<>@\p{Cc}]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u.test(from))
    throw new StartFault(
      `MAIL_FROM 应像 shop@example.com 或 药房 <shop@example.com>，现在是 ${from} / MAIL_FROM is like shop@example.com or Shop <shop@example.com>, not ${from}`,
    );
  return { url, from };
}

function vapidSettings(env: SettingValues): VapidKeys | null {
  const publicKey = env['VAPID_PUBLIC_KEY'];
  if (!publicKey) return null;
  const privateKey = env['VAPID_PRIVATE_KEY'] ?? '';
  if (Buffer.from(publicKey, 'base64url').length !== 65 || Buffer.from(privateKey, 'base64url').length !== 32)
    throw new StartFault(
      'VAPID_PUBLIC_KEY 与 VAPID_PRIVATE_KEY 不是一对 base64url 的 P-256 密钥：用 npx web-push generate-vapid-keys 生成 / VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are no P-256 keys in base64url: make them by npx web-push generate-vapid-keys',
    );
  return { publicKey, privateKey };
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
