import { readFileSync } from 'node:fs';
import { createStore } from 'jotai/vanilla';
import { parse } from 'yaml';
import type { CallBinding, ErrorsConfig, SiteConfig } from '#engine/generated/schemas.ts';
import type { Navigation } from '#engine/runtime/effects.ts';
import type { Scope, Viewer } from '#engine/runtime/scope.ts';
import { createSession, type SessionSettings } from '#engine/runtime/session.ts';

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
  yes: '是',
  no: '否',
};

/** The user that references read while nobody is logged in. */
const VISITOR: Viewer = { show: false, role: 'visitor' };

export function siteAt(base: string, api: Partial<SiteConfig['api']> = {}): SiteConfig {
  return {
    title: '药批',
    locale: 'zh-CN',
    timeZone: 'Asia/Shanghai',
    money: { symbol: '¥', decimals: 2, unit: 'major' },
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
