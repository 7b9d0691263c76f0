import { createStore } from 'jotai/vanilla';
import { parse } from 'yaml';
import { readTree } from '#engine/cli/files.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { emitSite } from '#engine/compiler/schema/site.ts';
import type { CallBinding, ErrorsConfig, SiteConfig } from '#engine/generated/schemas.ts';
import type { Navigation } from '#engine/runtime/effects.ts';
import type { Scope, Viewer } from '#engine/runtime/scope.ts';
import { createSession, type SessionSettings } from '#engine/runtime/session.ts';
import { apiWith, fetchFrom } from '../support/api.ts';

/** Answers an envelope. */
export const envelope = (data: unknown, code = 200, message = 'ok') => ({ code, message, data });

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something holds; fails after two seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries += 1) {
    if (tries > 400) throw new Error('It did not happen within two seconds');
    await pause(5);
  }
}

/** What a Chinese site says where its config says nothing. */
const { texts: TEXTS } = emitSite({}, readSchemas(await readTree('schemas/engine/config', ['.json'])));

/** The user that references read while nobody is logged in. */
const VISITOR: Viewer = { show: false, role: 'visitor' };

export function siteWith(api: Partial<SiteConfig['api']> = {}): SiteConfig {
  return {
    title: '药批',
    locale: 'zh-CN',
    pictureSizes: { from: [], widths: [] },
    timeZone: 'Asia/Shanghai',
    dates: 'iso',
    money: { currency: 'CNY', unit: 'major' },
    api: apiWith({ encoding: 'form', query: { booleans: 'digits', lists: 'indices' }, ...api }),
    user: { call: 'user.base', key: 'id', visitor: VISITOR },
    roles: {
      member: { when: { eq: ['$user.role', 'member'] }, notice: '', internal: false },
      approved: { when: { eq: ['$user.role', 'approved'] }, notice: '', internal: false },
      staff: { when: { eq: ['$user.role', 'staff'] }, notice: '', internal: true },
    },
    gated: 'approved',
    pages: { home: '/', login: '/login', notFound: '/404', closed: '/noActivity', loginUrl: '' },
    texts: TEXTS,
    remember: { listPath: '/list', keyword: '', brand: false },
    labels: {},
    constants: {},
    pictures: [],
  };
}

export function scopeOf(parts: Partial<Scope> = {}): Scope {
  return { route: {}, query: {}, data: {}, user: VISITOR, site: siteWith(), now: 1_700_000_000, ...parts };
}

/** A navigation that records where it went. */
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

/** Rules of each form that there is. */
const ERRORS: ErrorsConfig = parse(`success: [10000, 200, 201]
rules:
  - { on: [10001, 401], show: none, go: /login }
  - { on: [459], show: alert, title: 温馨提示, go: /contract }
  - { on: [422], show: toast, icon: error, field: true }
  - { on: [504], show: alert, title: 温馨提示 }
  - { on: { from: 500, to: 599 }, show: toast, icon: error, message: 系统繁忙，请稍候再试. }
  - { on: { to: 499 }, show: alert, title: 温馨提示 }
  - { on: timeout, show: alert, title: 温馨提示, message: 请求超时，请刷新页面, button: { text: 刷新, reload: true } }
  - { on: network, show: toast, icon: error, message: 网络连接失败，请检查网络后重试 }
  - { on: malformed, show: toast, icon: error, message: 服务器的回答无法识别，请稍候再试 }
`);

/** A session against a server, as a browser tab has it. */
export function openSession(base: string, settings: Partial<SessionSettings> = {}) {
  const navigation = recordNavigation();
  const store = createStore();
  const session = createSession({
    site: siteWith(),
    calls: CALLS,
    errors: ERRORS,
    store,
    fetch: fetchFrom(base),
    navigation,
    now: 1_700_000_000,
    ...settings,
  });
  return { session, store: session.store, log: navigation.log };
}
