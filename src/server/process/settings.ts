import {
  type Environment,
  HOST_SETTINGS,
  requireWholeGroups,
  type Setting,
  type SettingGroup,
  unknownSettings,
} from '#engine/host/process/settings.ts';

/** Every variable of the environment that the shop reads. What is not listed here cannot be read: `SettingValues`. */
export const SETTINGS = [
  ...HOST_SETTINGS,
  {
    name: 'DATA_DIR',
    default: '.data',
    about: {
      zh: '内嵌数据库与上传文件的文件夹',
      en: 'folder of the embedded database and of uploads',
    },
  },
  {
    name: 'DATABASE_URL',
    secret: true,
    about: {
      zh: '改用这个 PostgreSQL，不用内嵌数据库',
      en: 'a PostgreSQL in place of the embedded database',
    },
  },
  {
    name: 'WEB_CONCURRENCY',
    default: '1',
    about: {
      zh: '同一端口上的进程数；多于一个时需要 DATABASE_URL',
      en: 'processes on the port; more than one need DATABASE_URL',
    },
  },
  {
    name: 'SLOW_QUERY_MS',
    default: '500',
    about: {
      zh: '数据库语句超过这么多毫秒就记入日志',
      en: 'milliseconds after which a statement of the database is logged',
    },
  },
  {
    name: 'METRICS_TOKEN',
    secret: true,
    about: {
      zh: '读取 /metrics 时要带的 Bearer 令牌；不设置时只有本机能读',
      en: 'bearer token for /metrics; without it only this machine may read them',
    },
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    about: {
      zh: '把链路追踪发到这个 OTLP/HTTP 收集器，如 http://localhost:4318；不设置就不追踪',
      en: 'collector that is sent traces by OTLP over HTTP, such as http://localhost:4318; no traces without it',
    },
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    secret: true,
    about: { zh: '发给收集器的请求头，如 authorization=…', en: 'headers for it, such as authorization=…' },
  },
  {
    name: 'OTEL_SERVICE_NAME',
    default: 'storewright',
    about: { zh: '追踪里这个商店的名字', en: 'what the shop is called in traces' },
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    about: {
      zh: '追踪多少请求，0 到 1；请求带着 traceparent 时听它的',
      en: 'share of requests that are traced, 0 to 1; one with a traceparent says for itself',
    },
  },
  {
    name: 'SEED',
    default: 'demo',
    about: {
      zh: '空数据库里写入什么：demo 演示数据，none 不写',
      en: 'what an empty database is filled with: demo, or none',
    },
  },
  { name: 'SEED_GOODS', default: '3000', about: { zh: '演示数据的商品数', en: 'goods of the demo data' } },
  {
    name: 'SEED_BUYERS',
    default: '50',
    about: { zh: '演示数据里压测用的账号数', en: 'accounts for load tests of the demo data' },
  },
  {
    name: 'DEMO_PUBLIC',
    default: 'off',
    about: {
      zh: 'on：演示的短信收件箱、沙箱收银台与已知密码也向别的机器开放；off：只在本机',
      en: 'on: the demo’s outbox of messages, sandbox cashier and known passwords answer to other machines as well; off: to this one alone',
    },
  },
  {
    name: 'STAFF_USERNAME',
    about: {
      zh: 'SEED=none 时第一个员工账号的用户名',
      en: 'user name of the first staff account, with SEED=none',
    },
  },
  {
    name: 'STAFF_PASSWORD',
    secret: true,
    about: { zh: '它的密码，至少 10 位', en: 'its password, of 10 characters or more' },
  },
  {
    name: 'PAYMENT_SANDBOX',
    about: {
      zh: 'on 或 off：没有演示数据时是否也用沙箱收银台；沙箱不收钱',
      en: 'on or off: the sandbox cashier without the demo data as well; it takes no money',
    },
  },
  { name: 'ALIPAY_APP_ID', about: { zh: '支付宝应用', en: 'Alipay application' } },
  {
    name: 'ALIPAY_PRIVATE_KEY',
    secret: true,
    about: { zh: '应用私钥，或它的文件', en: 'key of the application, or its file' },
  },
  {
    name: 'ALIPAY_PUBLIC_KEY',
    about: { zh: '支付宝公钥，或它的文件', en: 'key of Alipay, or its file' },
  },
  { name: 'ALIPAY_SELLER_ID', about: { zh: '收款账号', en: 'account that is paid' } },
  {
    name: 'ALIPAY_GATEWAY',
    default: 'https://openapi.alipay.com',
    about: { zh: '支付宝网关', en: 'address of Alipay' },
  },
  { name: 'ALIYUN_SMS_ACCESS_KEY_ID', about: { zh: '阿里云短信的密钥 ID', en: 'key id of Aliyun SMS' } },
  { name: 'ALIYUN_SMS_ACCESS_KEY_SECRET', secret: true, about: { zh: '它的密钥', en: 'its secret' } },
  { name: 'ALIYUN_SMS_SIGN_NAME', about: { zh: '短信签名', en: 'signature of messages' } },
  { name: 'ALIYUN_SMS_TEMPLATE', about: { zh: '验证码短信的模板', en: 'template of messages with a code' } },
  {
    name: 'ALIYUN_SMS_TEMPLATE_REGISTER',
    about: { zh: '注册用的模板；不设置时用上面的', en: 'template for registering, in place of that' },
  },
  {
    name: 'ALIYUN_SMS_TEMPLATE_FORGET',
    about: { zh: '找回密码用的模板', en: 'template for a lost password' },
  },
  { name: 'ALIYUN_SMS_TEMPLATE_BIND', about: { zh: '绑定用的模板', en: 'template for binding' } },
  { name: 'ALIYUN_SMS_TEMPLATE_PHONE', about: { zh: '改手机号用的模板', en: 'template for another phone' } },
  {
    name: 'ALIYUN_SMS_ENDPOINT',
    default: 'dysmsapi.aliyuncs.com',
    about: { zh: '短信服务的主机', en: 'host of Aliyun SMS' },
  },
  { name: 'WECHAT_APP_ID', about: { zh: '微信登录的应用', en: 'application of WeChat login' } },
  { name: 'WECHAT_APP_SECRET', secret: true, about: { zh: '它的密钥', en: 'its secret' } },
  {
    name: 'SMTP_URL',
    secret: true,
    about: {
      zh: '发通知邮件的服务器，如 smtp://用户:密码@主机:587 或 smtps://…:465；不设置就不发邮件，演示里留在收件箱',
      en: 'server for e-mails of notices, such as smtp://user:password@host:587 or smtps://…:465; none are sent without it, and a demo keeps them in its outbox',
    },
  },
  {
    name: 'MAIL_FROM',
    about: {
      zh: '邮件的发件人，如 药房 <shop@example.com>',
      en: 'who e-mails are from, such as Shop <shop@example.com>',
    },
  },
  {
    name: 'VAPID_PUBLIC_KEY',
    about: {
      zh: '浏览器推送的公钥；不设置时第一次启动自己生成，留在数据库里。换了它，各浏览器要重新开启推送',
      en: 'public key of web push; without it a pair is made at the first start and kept in the database. After a change browsers must subscribe anew',
    },
  },
  { name: 'VAPID_PRIVATE_KEY', secret: true, about: { zh: '它的私钥', en: 'its private key' } },
  {
    name: 'UPLOADS_S3_ENDPOINT',
    about: {
      zh: '存上传文件的 S3 兼容存储的网址，不用 DATA_DIR',
      en: 'address of the S3-compatible store of uploads, in place of DATA_DIR',
    },
  },
  { name: 'UPLOADS_S3_BUCKET', about: { zh: '它的桶', en: 'its bucket' } },
  { name: 'UPLOADS_S3_REGION', default: 'us-east-1', about: { zh: '它的区域', en: 'its region' } },
  { name: 'UPLOADS_S3_ACCESS_KEY_ID', about: { zh: '它的密钥 ID', en: 'its key id' } },
  { name: 'UPLOADS_S3_SECRET_ACCESS_KEY', secret: true, about: { zh: '它的密钥', en: 'its secret' } },
  {
    name: 'UPLOADS_S3_REDIRECT',
    default: 'off',
    about: {
      zh: 'on：私有文件由存储自己发送，地址带签名、一分钟有效；浏览器要能访问它',
      en: 'on: private files are sent by the store itself, at addresses signed for a minute; browsers must reach it',
    },
  },
  {
    name: 'CLAMD_URL',
    about: {
      zh: '查上传文件里病毒的 ClamAV（clamd）：tcp://主机:3310 或 unix:///套接字；设置后，查不了的文件一律不收',
      en: 'ClamAV (clamd) for uploads: tcp://host:3310 or unix:///socket; once set, a file that cannot be scanned is refused',
    },
  },
] as const satisfies readonly Setting[];

/** The environment as far as the shop reads it. */
export type SettingValues = { readonly [name in (typeof SETTINGS)[number]['name']]?: string | undefined };

const GROUPS: readonly SettingGroup[] = [
  { required: ['STAFF_USERNAME', 'STAFF_PASSWORD'] },
  {
    required: ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'],
    optional: ['ALIPAY_SELLER_ID', 'ALIPAY_GATEWAY'],
  },
  {
    required: [
      'ALIYUN_SMS_ACCESS_KEY_ID',
      'ALIYUN_SMS_ACCESS_KEY_SECRET',
      'ALIYUN_SMS_SIGN_NAME',
      'ALIYUN_SMS_TEMPLATE',
    ],
    optional: [
      'ALIYUN_SMS_TEMPLATE_REGISTER',
      'ALIYUN_SMS_TEMPLATE_FORGET',
      'ALIYUN_SMS_TEMPLATE_BIND',
      'ALIYUN_SMS_TEMPLATE_PHONE',
      'ALIYUN_SMS_ENDPOINT',
    ],
  },
  { required: ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'] },
  { required: ['SMTP_URL', 'MAIL_FROM'] },
  { required: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] },
  {
    required: [
      'UPLOADS_S3_ENDPOINT',
      'UPLOADS_S3_BUCKET',
      'UPLOADS_S3_ACCESS_KEY_ID',
      'UPLOADS_S3_SECRET_ACCESS_KEY',
    ],
    optional: ['UPLOADS_S3_REGION', 'UPLOADS_S3_REDIRECT'],
  },
];

/** How names begin that are nobody else's. */
const OWN_PREFIXES = [
  'ALIPAY_',
  'ALIYUN_SMS_',
  'CLAMD_',
  'DATA_DIR',
  'DEMO_',
  'MAIL_',
  'METRICS_',
  'PAYMENT_',
  'SEED',
  'SLOW_',
  'SMTP_',
  'STAFF_',
  'TRUST_',
  'UPLOADS_',
  'VAPID_',
  'WECHAT_',
] as const;

/** @throws StartFault when a group is set by halves */
export const requireWholeSettings = (env: Environment): void => requireWholeGroups(GROUPS, env);

/** Warns of each variable that looks like a setting of the shop and is none. */
export function warnOfUnknownSettings(env: Environment, warn: (line: string) => void): void {
  for (const line of unknownSettings(SETTINGS, OWN_PREFIXES, env)) warn(line);
}
