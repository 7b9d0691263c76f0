import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { SmsScene, SmsSender } from './sender.ts';

export interface AliyunSettings {
  accessKeyId: string;
  accessKeySecret: string;
  /** 短信签名, as the carrier approved it. */
  signName: string;
  /** The approved template of each scene; its variable is `code`. */
  templates: Readonly<Record<SmsScene, string>>;
  /** Host that takes the messages, where it is another than usual, as abroad. */
  endpoint?: string;
  fetch?: typeof globalThis.fetch;
}

const ENDPOINT = 'dysmsapi.aliyuncs.com';
const VERSION = '2017-05-25';

/** Milliseconds for one request; the carrier usually answers in far less. */
const TIMEOUT = 10_000;

/** 阿里云短信, by its `SendSms` over HTTPS. */
export function aliyunSms(settings: AliyunSettings): SmsSender {
  const { endpoint = ENDPOINT, fetch = globalThis.fetch } = settings;
  return {
    name: 'aliyun',
    keepsCodes: false,
    async send({ phone, scene, code }) {
      const query = {
        PhoneNumbers: phone,
        SignName: settings.signName,
        TemplateCode: settings.templates[scene],
        TemplateParam: JSON.stringify({ code }),
      };
      const request = { host: endpoint, action: 'SendSms', version: VERSION, query };
      const headers = signAcs3(request, settings, { now: new Date(), nonce: randomUUID() });
      const { host: _, ...sent } = headers;
      const response = await fetch(`https://${endpoint}/?${canonicalQuery(query)}`, {
        method: 'POST',
        headers: sent,
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const answer = (await response.json()) as { Code?: string; Message?: string };
      if (answer.Code !== 'OK') {
        throw new Error(
          `aliyun refused the message: ${answer.Code ?? response.status} ${answer.Message ?? ''}`,
        );
      }
    },
  };
}

interface AcsRequest {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
}

/**
 * The headers of a POST without a body, signed by ACS3-HMAC-SHA256
 * (https://help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature).
 */
export function signAcs3(
  { host, action, version, query }: AcsRequest,
  { accessKeyId, accessKeySecret }: Pick<AliyunSettings, 'accessKeyId' | 'accessKeySecret'>,
  { now, nonce }: { now: Date; nonce: string },
): Record<string, string> {
  const payload = sha256('');
  const headers: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': payload,
    'x-acs-date': now.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name] ?? ''}\n`).join('');
  const canonical = ['POST', '/', canonicalQuery(query), lines, signed, payload].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${accessKeyId},SignedHeaders=${signed},Signature=${signature}`;
  return { ...headers, authorization };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&');
}

/** RFC 3986: more than `encodeURIComponent` escapes. */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
