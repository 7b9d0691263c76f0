import { StartFault } from '#engine/host/process/start-fault.ts';
import type { AliyunSettings } from '../kernel/outside/sms/aliyun.ts';
import type { BucketSettings } from '../kernel/outside/storage/bucket.ts';
import type { WechatSettings } from '../kernel/outside/wechat/open.ts';

type Environment = NodeJS.ProcessEnv;

/** Settings of the external services; null for what is not configured. */
export interface OutsideSettings {
  sms: AliyunSettings | null;
  wechat: WechatSettings | null;
  /** An object store for uploads instead of the data folder. */
  bucket: BucketSettings | null;
}

/**
 * Short messages (`ALIYUN_SMS_…`), WeChat login (`WECHAT_…`) and the object store of uploads (`UPLOADS_S3_…`) from the
 * environment. The first name of each group switches it on.
 * @throws StartFault when a group is incomplete
 */
export function outsideSettings(env: Environment): OutsideSettings {
  return { sms: smsSettings(env), wechat: wechatSettings(env), bucket: bucketSettings(env) };
}

function smsSettings(env: Environment): AliyunSettings | null {
  const accessKeyId = env['ALIYUN_SMS_ACCESS_KEY_ID'];
  if (!accessKeyId) return null;
  const need = needing(env, 'ALIYUN_SMS_ACCESS_KEY_ID');
  const usual = need('ALIYUN_SMS_TEMPLATE');
  return {
    accessKeyId,
    accessKeySecret: need('ALIYUN_SMS_ACCESS_KEY_SECRET'),
    signName: need('ALIYUN_SMS_SIGN_NAME'),
    templates: {
      register: env['ALIYUN_SMS_TEMPLATE_REGISTER'] || usual,
      forget: env['ALIYUN_SMS_TEMPLATE_FORGET'] || usual,
      bind: env['ALIYUN_SMS_TEMPLATE_BIND'] || usual,
      phone: env['ALIYUN_SMS_TEMPLATE_PHONE'] || usual,
    },
  };
}

function wechatSettings(env: Environment): WechatSettings | null {
  const appId = env['WECHAT_APP_ID'];
  return appId ? { appId, secret: needing(env, 'WECHAT_APP_ID')('WECHAT_APP_SECRET') } : null;
}

function bucketSettings(env: Environment): BucketSettings | null {
  const endpoint = env['UPLOADS_S3_ENDPOINT'];
  if (!endpoint) return null;
  const need = needing(env, 'UPLOADS_S3_ENDPOINT');
  if (!URL.canParse(endpoint)) throw new StartFault(`UPLOADS_S3_ENDPOINT 应是网址,现在是 ${endpoint}`);
  return {
    endpoint,
    bucket: need('UPLOADS_S3_BUCKET'),
    region: env['UPLOADS_S3_REGION'] || 'us-east-1',
    accessKeyId: need('UPLOADS_S3_ACCESS_KEY_ID'),
    secretAccessKey: need('UPLOADS_S3_SECRET_ACCESS_KEY'),
  };
}

const needing = (env: Environment, because: string) => (name: string) => {
  const value = env[name];
  if (!value) throw new StartFault(`设置了 ${because},还需要 ${name}`);
  return value;
};
