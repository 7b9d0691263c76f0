import type { Text } from '#engine/compiler/offense.ts';
import { child, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import type { Losses } from '../loss/losses.ts';
import { wordsOf } from '../schema/words.ts';
import type { Scheme } from './security.ts';

/** What `site.yaml` should say so that calls are let in. */
export interface Advice {
  /** Parts of `api`; empty where only words help. */
  api: Record<string, unknown>;
  words: Text;
}

/** The name of the environment variable for a secret. */
const envName = (...names: string[]) =>
  names
    .flatMap(wordsOf)
    .join('_')
    .toUpperCase()
    .replace(/^(?=\d|$)/, 'API_');

/** A header that `api.headers` can name. */
const HEADER = /^[A-Za-z][A-Za-z0-9-]*$/;

/** A call that gives a token, and where in its answer. */
export interface TokenCall {
  call: string;
  pointer: string;
}

/**
 * What `site.yaml` should say for each scheme.
 * @param tokens calls whose answers seem to hold the token of a login
 */
export function adviseOn(schemes: readonly Scheme[], tokens: readonly TokenCall[], losses: Losses): Advice[] {
  const seen = new Set<Scheme['kind']>();
  return schemes.flatMap((scheme) => {
    const { kind, node, name } = scheme;
    const header = textAt(node, 'name') ?? name;
    if (kind === 'query') losses.add('security-query', node, header);
    if (kind === 'other')
      losses.add('security-scheme', node, `${name}: ${textAt(node, 'scheme') ?? textAt(node, 'type')}`);
    const isOdd = kind === 'header' && !HEADER.test(header);
    if (isOdd) losses.add('security-header', node, header);
    if (isOdd || kind === 'query' || kind === 'other' || (kind !== 'header' && seen.has(kind))) return [];
    seen.add(kind);
    if (kind === 'bearer') return [bearer(tokens)];
    if (kind === 'cookie') return [{ api: {}, words: COOKIE }];
    if (kind === 'header')
      return [{ api: { headers: { [header]: { env: envName(header) } } }, words: keyWords(header) }];
    return [{ api: { headers: { Authorization: { env: envName(name, 'authorization') } } }, words: BASIC }];
  });
}

const COOKIE: Text = {
  zh: '身份在接口的 cookie 里：api.through 用 host（默认），cookie 由网站转发，不用再写什么',
  en: 'The API keeps the login in its cookie: with api.through: host (the default) the site forwards it, and nothing else is needed',
};

const BASIC: Text = {
  zh: '接口用用户名与密码（Basic）：把整个 "Basic …" 放进环境变量，由网站加上',
  en: 'The API wants a user name and a password (Basic): put the whole "Basic …" into the environment variable; the site adds it',
};

const keyWords = (header: string): Text => ({
  zh: `每个请求都带密钥 ${header}：放进环境变量，由网站加上。它若因访问者而异，改写 auth.bearer: { header: ${header}, scheme: '' }`,
  en: `Every request carries the key ${header}: put it into the environment variable; the site adds it. Where each visitor has another one, write auth.bearer: { header: ${header}, scheme: '' } instead`,
});

function bearer(tokens: readonly TokenCall[]): Advice {
  if (tokens.length === 0) return { api: {}, words: NO_TOKEN };
  const from = Object.fromEntries(tokens.map(({ call, pointer }) => [call, pointer]));
  return { api: { auth: { bearer: { from } } }, words: BEARER };
}

const BEARER: Text = {
  zh: '接口用令牌（Bearer）：登录的回答里有它；退出登录的接口写在 until',
  en: 'The API wants a token (Bearer), which the answer of the login holds; name the call that logs out in until',
};

const NO_TOKEN: Text = {
  zh: '接口用令牌（Bearer），但没有认出给令牌的操作：写 auth.bearer.from: { 登录的接口: /令牌的位置 }。令牌若是商店自己的，写 headers: { Authorization: { env: API_TOKEN } }',
  en: 'The API wants a token (Bearer), but no operation seems to give one: write auth.bearer.from: { call of the login: /where the token is }. For a token of the shop itself write headers: { Authorization: { env: API_TOKEN } }',
};

/** The part of all operations that need a header, for the site to send it with every request. */
const MOST = 0.5;

/** Headers that most operations require: they are the site's to send. */
export function requiredHeaders(operations: readonly Operation[]): Advice[] {
  const counts = new Map<string, number>();
  for (const { parameters } of operations) {
    for (const parameter of parameters) {
      const name = textAt(parameter, 'name') ?? '';
      const isNeeded = textAt(parameter, 'in') === 'header' && child(parameter, 'required').value === true;
      if (isNeeded) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const needed = [...counts].filter(
    ([name, count]) => HEADER.test(name) && count >= operations.length * MOST,
  );
  return needed.map(([name]) => ({
    api: { headers: { [name]: { env: envName(name) } } },
    words: keyWords(name),
  }));
}
