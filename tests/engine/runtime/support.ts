import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStore } from 'jotai/vanilla';
import { afterAll } from 'vitest';
import { parse } from 'yaml';
import type { CallBinding, ErrorsConfig, SiteConfig } from '#engine/generated/schemas.ts';
import type { Navigation } from '#engine/runtime/effects.ts';
import type { Scope, Viewer } from '#engine/runtime/scope.ts';
import { createSession, type SessionSettings } from '#engine/runtime/session.ts';

/** What a request looked like when it arrived. */
export interface Seen {
  method: string;
  url: string;
  path: string;
  body: string;
  headers: IncomingMessage['headers'];
}

export type Reply = (seen: Seen, response: ServerResponse) => unknown;

/** Answers an envelope. */
export const envelope = (data: unknown, code = 200, message = 'ok') => ({ code, message, data });

/**
 * A real HTTP server. `reply` gives the body to answer (an object becomes JSON, its `code` the status),
 * or answers by itself and returns nothing.
 */
export async function listen(reply: Reply): Promise<{ base: string; seen: Seen[]; paths(): string[] }> {
  const seen: Seen[] = [];
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = request.url ?? '';
    const entry = {
      method: request.method ?? '',
      url,
      path: url.split('?', 1)[0] ?? '',
      body: Buffer.concat(chunks).toString(),
      headers: request.headers,
    };
    seen.push(entry);
    const answer = await reply(entry, response);
    if (answer === undefined) return;
    const code = (answer as { code?: number }).code ?? 200;
    response.statusCode = code >= 200 && code <= 599 ? code : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  }
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, seen, paths: () => seen.map(({ path }) => path) };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds; fails after two seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 400) throw new Error('It did not happen within two seconds');
    await pause(5);
  }
}

const TEXTS: SiteConfig['texts'] = {
  failed: '加载失败',
  retry: '重试',
  empty: '暂无数据',
  closed: '不在开放时间内',
  loading: '加载中…',
  alertTitle: '温馨提示',
  accept: '确定',
  cancel: '取消',
  dismiss: '关闭',
  skip: '跳到正文',
  linkWithoutTarget: '活动暂未开始',
  crash: '这一块出了问题',
  gone: '内容不存在',
  goneHint: '可能已下架',
  back: '返回上一页',
  backHome: '返回首页',
};

/** The user that references read while nobody is logged in. */
const VISITOR: Viewer = { show: false, role: 'visitor' };

export function siteAt(base: string, api: Partial<SiteConfig['api']> = {}): SiteConfig {
  return {
    title: '药批',
    api: { base, timeout: 15_000, serverRenderTimeout: 100, ...api },
    user: { call: 'user.base', visitor: VISITOR },
    roles: {
      member: { when: { eq: ['$user.role', 'member'] }, notice: '', internal: false },
      approved: { when: { eq: ['$user.role', 'approved'] }, notice: '', internal: false },
      staff: { when: { eq: ['$user.role', 'staff'] }, notice: '', internal: true },
    },
    gated: 'approved',
    pages: { home: '/', login: '/login', notFound: '/404', closed: '/noActivity', loginUrl: '' },
    texts: TEXTS,
    remember: { listPath: '/list', keyword: '', brand: false },
    constants: {},
    pictures: [],
  };
}

export function scopeOf(parts: Partial<Scope> = {}): Scope {
  return { route: {}, query: {}, data: {}, user: VISITOR, site: siteAt(''), now: 1_700_000_000, ...parts };
}

/** A navigation that writes down where it was told to go. */
function recordNavigation(): Navigation & { log: string[] } {
  const log: string[] = [];
  return {
    log,
    go: (to, { replace }) => void log.push(`${replace ? 'replace' : 'go'} ${to}`),
    back: () => void log.push('back'),
    load: (to) => void log.push(`load ${to}`),
    reload: () => void log.push('reload'),
    setQuery: (values) => void log.push(`query ${JSON.stringify(values)}`),
  };
}

const CALLS: Record<string, CallBinding> = {
  'user.base': { method: 'GET', path: '/api/user/base', silent: true },
  'goods.list': { method: 'GET', path: '/api/goods/list', query: { page: 1 }, silent: true },
  'goods.detail': { method: 'GET', path: '/api/goods/detail/{id}', silent: true },
  'goods.related': { method: 'GET', path: '/api/goods/related/{id}', silent: true },
  'cart.list': { method: 'GET', path: '/api/cart/list', query: { filters: 99999, new: 1 }, parallel: true },
  'cart.total': { method: 'GET', path: '/api/cart/total', silent: true },
  'cart.add': {
    method: 'POST',
    path: '/api/cart',
    encoding: 'form',
    parallel: true,
    success: true,
    renews: ['cart.list', 'cart.total'],
  },
  'cart.checkout': { method: 'POST', path: '/api/cart/checkout', body: { new: 1 }, encoding: 'form' },
  'order.create': { method: 'POST', path: '/api/order', encoding: 'form' },
};

/** The shop's own rules: what they say is what is tested. */
const ERRORS = parse(
  readFileSync(new URL('../../../config/errors.yaml', import.meta.url), 'utf8'),
) as ErrorsConfig;

/** A session against a server, as a browser tab has it. */
export function openSession(base: string, settings: Partial<SessionSettings> = {}) {
  const navigation = recordNavigation();
  const store = createStore();
  const session = createSession({
    site: siteAt(base),
    calls: CALLS,
    errors: ERRORS,
    store,
    fetch: globalThis.fetch,
    navigation,
    now: 1_700_000_000,
    ...settings,
  });
  return { session, store: session.store, log: navigation.log };
}
