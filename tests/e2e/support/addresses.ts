import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Registry, Route } from '#generated/schemas.ts';
import { secondsToWait } from './busy.ts';

/** What was built, as the shop of these tests serves it. */
export const DIST = resolve(process.env['DIST_DIR'] ?? 'dist');

export const builtRegistry = async (): Promise<Registry> =>
  JSON.parse(await readFile(join(DIST, 'registry.json'), 'utf8')) as Registry;

/** A page, or a redirect, under one of its addresses. */
export interface RouteEntry {
  /** As in the registry, with its parameters. */
  path: string;
  route: Route;
  /** The pages around it, the outermost first. */
  layouts: readonly Route[];
  /** The page's own path, not one of its aliases. */
  isOwn: boolean;
}

/** Every address of the shop: whatever is added to it is among them. */
export function* routeEntries(
  routes: readonly Route[],
  layouts: readonly Route[] = [],
): Generator<RouteEntry> {
  for (const route of routes) {
    const isPage = route.redirect !== undefined || route.children.length === 0;
    const paths = isPage ? [...new Set([route.path ?? [], route.alias].flat())] : [];
    for (const path of paths) yield { path, route, layouts, isOwn: path === paths[0] };
    yield* routeEntries(route.children, [...layouts, route]);
  }
}

/** A path with values in place of its parameters; those that may be left out are, unless they have one. */
export function fill(path: string, values: Readonly<Record<string, string>>): string {
  const parts = path.split('/').flatMap((part) => {
    if (!part.startsWith(':')) return [part.replace(/\?$/, '')];
    const value = values[part.slice(1).replace(/\?$/, '')];
    if (value === undefined) return part.endsWith('?') ? [] : ['1'];
    return [encodeURIComponent(value)];
  });
  return parts.join('/') || '/';
}

/** Somebody who asks the shop, without a browser. */
export class Asker {
  readonly cookie: string;
  readonly #known = new Map<string, Promise<unknown>>();

  private constructor(cookie: string) {
    this.cookie = cookie;
  }

  /** A demo account; nobody when absent. */
  static async as(username?: string): Promise<Asker> {
    if (username === undefined) return new Asker('');
    const body = new URLSearchParams({ username, password: 'Demo@2026' });
    const response = await fetch(`${inject('shop')}/api/login`, { method: 'POST', body });
    return new Asker(/sid=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '');
  }

  /** Asked again as long as the shop is busy, as its page for that does. */
  async fetch(path: string): Promise<Response> {
    for (;;) {
      const init = { headers: { cookie: this.cookie }, redirect: 'manual' } as const;
      const response = await fetch(inject('shop') + path, init);
      const seconds = secondsToWait(response.status, response.headers.get('retry-after'));
      if (seconds === undefined) return response;
      await sleep(seconds * 1000);
    }
  }

  /** An answer of the API as it is, whatever the method. */
  async forward(
    method: string,
    path: string,
    body: string,
    given: Headers,
  ): Promise<{ status: number; text: string }> {
    const headers = new Headers(given);
    headers.set('cookie', this.cookie);
    const init = { method, headers, ...(method !== 'GET' && { body }) };
    const response = await fetch(inject('shop') + path, init);
    return { status: response.status, text: await response.text() };
  }

  /** The `data` of an answer, asked once; null when it is refused. */
  data(path: string): Promise<unknown> {
    const known = this.#known.get(path) ?? this.#read(path);
    this.#known.set(path, known);
    return known;
  }

  async #read(path: string): Promise<unknown> {
    const { code, data } = (await (await this.fetch(path)).json()) as { code: number; data: unknown };
    return code < 300 ? data : null;
  }
}

const firstId = (data: unknown): string | undefined => {
  const list = Array.isArray(data) ? data : (data as { list?: unknown[] } | null)?.list;
  const id = (list?.[0] as { id?: unknown } | undefined)?.id;
  return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
};

/**
 * Values for a page's parameters that lead to something: what a call `/api/x/{id}` is asked for is looked up in the list
 * `/api/x`, an order among the orders. Parameters of which nothing is found are left out.
 */
export async function valuesFor(
  { route }: RouteEntry,
  { calls, pages }: Registry,
  asker: Pick<Asker, 'data'>,
): Promise<Record<string, string>> {
  const lists = new Set(Object.values(calls).flatMap(({ method, path }) => (method === 'GET' ? path : [])));
  const values: Record<string, string> = {};
  for (const { call, params } of Object.values(pages[route.name]?.data ?? {})) {
    for (const [name, value] of Object.entries(params ?? {})) {
      const parameter = /^\$route\.(\w+)$/.exec(String(value))?.[1];
      if (parameter === undefined) continue;
      const list = name === 'order_id' ? '/api/order' : (calls[call]?.path.split('/{')[0] ?? '');
      const found = lists.has(list) ? firstId(await asker.data(list)) : undefined;
      if (found !== undefined) values[parameter] ??= found;
    }
  }
  return values;
}
