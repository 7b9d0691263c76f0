import { describe, expect, test } from 'vitest';
import type { Route } from '#generated/schemas.ts';
import { Asker, builtRegistry, fill, type RouteEntry, routeEntries, valuesFor } from './support/addresses.ts';

const registry = await builtRegistry();

const RANKS: readonly Route['access'][] = ['visitor', 'member', 'approved', 'staff'];
const rankOf = ({ route, layouts }: RouteEntry) =>
  Math.max(...[...layouts, route].map(({ access }) => RANKS.indexOf(access)));

/** What tells prices and stock in the data that travels with a page; what is left of a licence is told in days. */
const TELLING =
  /^(?:stock|sold|units_sold|units_sold_lately|left|joined|price|(?:original|retail|base|sale|last|market)_price|ordinary|allowance)$/;

/** What tells them in the words of a page. */
const WORDS = /已售|已拼|已抢|已换|还剩|仅剩|剩 ?\d|库存 ?\d/g;

function* told(value: unknown, at = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (TELLING.test(key) && inner !== null && !String(inner).endsWith('天'))
      yield `${at}.${key} = ${String(inner)}`;
    yield* told(inner, Array.isArray(value) ? `${at}[]` : `${at}.${key}`);
  }
}

const stateOf = (html: string): unknown =>
  JSON.parse(/<script[^>]*\bid="state"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

const textOf = (html: string) => html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, ' ');

describe('prices and stock', () => {
  test.each([
    ['a visitor', undefined, 0],
    ['a member in review', 'newbie', 1],
  ] as const)('are on no page for %s', async (_, account, rank) => {
    const asker = await Asker.as(account);
    const buyer = await Asker.as('demo');
    const found: string[] = [];
    let pages = 0;
    for (const entry of routeEntries(registry.routes)) {
      if (!entry.isOwn || rankOf(entry) > rank) continue;
      const address = fill(entry.path, await valuesFor(entry, registry, buyer));
      const response = await asker.fetch(address);
      if (response.status !== 200) continue;
      const html = await response.text();
      pages += 1;
      for (const one of new Set([...told(stateOf(html)), ...(textOf(html).match(WORDS) ?? [])])) {
        found.push(`${address}: ${one}`);
      }
    }
    expect(found).toEqual([]);
    expect(pages).toBeGreaterThan(40);
  });
});
