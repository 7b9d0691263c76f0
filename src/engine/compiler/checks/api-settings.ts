import { asList, asObject, isObject, objectEntries } from '../json.ts';
import type { Check } from './check.ts';

const LOCAL =
  /^(?:localhost|.*\.(?:localhost|local|internal))$|^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[(?:::1?|f[cd]|fe[89ab])/i;

export default {
  meta: {
    code: 'api-settings',
    severity: 'error',
    title: { zh: '接口的设置', en: 'Settings of the API' },
    description: {
      zh: 'site.yaml 的 api 里有些设置合不到一起：环境变量里的密钥与防跨站的 cookie 只有网站自己转发时（through: host）才用得上，public 的网络里没有内网地址。',
      en: 'Some settings of api in site.yaml exclude each other: secrets of the environment and cookies against forgery need through: host, and a private address is in no public network.',
    },
    example: {
      file: 'config/site.yaml',
      bad: `api: { base: 'https://api.example.com', through: browser, headers: { x-key: { env: API_KEY } } }
`,
      good: `api: { base: 'https://api.example.com', through: host, headers: { x-key: { env: API_KEY } } }
`,
    },
  },
  scope: 'whole',
  run({ project, files, report }) {
    const site = files.find(({ kind }) => kind === 'site');
    if (site === undefined) return;
    const { base, through, network, auth } = project.site.api;
    const say = (pointer: string[], zh: string, en: string, hintZh: string, hintEn: string) =>
      report(site.yaml.path, {
        at: { pointer: ['api', ...pointer] },
        message: { zh, en },
        hint: { zh: hintZh, en: hintEn },
      });
    const isDirect = base !== '' && through === 'browser';
    for (const [name, value] of objectEntries(asObject(asObject(site.yaml.value)['api'])['headers'])) {
      if (isObject(value) && isDirect)
        say(
          ['headers', name],
          `${name} 取自环境变量，浏览器直接去接口时没有它`,
          `${name} comes from the environment, which a browser does not have`,
          '改成 through: host，由网站转发；密钥不会到浏览器里。',
          'Write through: host, so that the host forwards the calls and keeps the secret.',
        );
    }
    if (isDirect && auth.csrf)
      say(
        ['auth', 'csrf'],
        '浏览器直接去接口时，本站的脚本读不到接口的 cookie',
        'scripts of this site cannot read the cookies of an API elsewhere',
        '改成 through: host，接口的 cookie 就成为本站的。',
        'Write through: host: the cookies of the API become those of this site.',
      );
    const url = URL.parse(base);
    if (url && (url.username !== '' || url.password !== ''))
      say(
        ['base'],
        '网址里不能写密码',
        'an address must not hold a password',
        '写进 headers，取自环境变量：{ env: 名字 }。',
        'Put it into headers, from the environment: { env: NAME }.',
      );
    if (url && network === 'public' && LOCAL.test(url.hostname))
      say(
        ['base'],
        `${url.hostname} 在内网，而 network 写着 public`,
        `${url.hostname} is private, and network says public`,
        '改 base，或去掉 network: public。',
        'Change base, or remove network: public.',
      );
    const { bearer } = auth;
    const from = asObject(bearer?.from);
    const named = [...Object.keys(from), ...asList(bearer?.until).map(String)];
    for (const name of named) {
      if (project.calls.has(name) || project.brokenCalls.has(name)) continue;
      const at = Object.hasOwn(from, name) ? ['from', name] : ['until'];
      say(
        ['auth', 'bearer', ...at],
        `没有 ${name} 这个接口`,
        `there is no call ${name}`,
        '写 config/api 里声明了的接口。',
        'Name a call that config/api declares.',
      );
    }
  },
} satisfies Check as Check;
