import type { SiteConfig } from '#engine/generated/schemas.ts';
import { memo } from '../memo.ts';
import { everMore, type Window, within } from '../schedule/window.ts';
import { roleNames } from '../schema/site.ts';
import type { DeclaredPage } from './pages.ts';
import type { Way, Ways } from './ways.ts';

/** Ways that lead back to where they began. */
export interface Loop {
  /** In order; the first one leaves the page that is declared first. */
  ways: readonly Way[];
  /** When, and whom, all of them lead on. */
  during: Window;
  readers: readonly string[];
}

/**
 * Every loop that some reader meets at some moment, each once. At one moment a page leads one reader to one page at most, so
 * between two moments at which something opens or closes every page is walked once for each kind of reader.
 */
export function loopsOf(ways: Ways, site: SiteConfig): readonly Loop[] {
  return allLoops(ways)(site);
}

const allLoops = memo((ways: Ways) =>
  memo((site: SiteConfig) => knotsOf(ways).flatMap((knot) => loopsIn(knot, roleNames(site)))),
);

/** @param roles those of the site, weakest first */
function loopsIn(knot: Ways, roles: readonly string[]): Loop[] {
  const pages = [...knot.keys()];
  const numbers = new Map(pages.map((page, index) => [page, index]));
  const targetOf = ({ target }: Way) => (target === undefined ? undefined : numbers.get(target)) ?? -1;
  const leading = pages.map((page) => (knot.get(page) ?? []).map((way) => ({ way, next: targetOf(way) })));
  const order = new Map([...knot.values()].flat().map((way, index) => [way, index]));
  const found = new Map<string, Loop>();
  for (const moment of momentsOf(knot)) {
    for (const reader of readersOf(knot, roles)) {
      const taken = leading.map((ways) =>
        ways.find(({ way: { during, readers } }) => isIn(moment, during) && readers.includes(reader)),
      );
      for (const circle of circlesOf(taken.map((one) => one?.next ?? -1))) {
        const loop = circle.flatMap((page) => taken[page]?.way ?? []);
        const key = loop.map((way) => order.get(way)).join(' ');
        if (!found.has(key)) found.set(key, asLoop(loop, roles));
      }
    }
  }
  return [...found.values()];
}

const asLoop = (ways: readonly Way[], roles: readonly string[]): Loop => ({
  ways,
  during: within(everMore, ...ways.map(({ during }) => during)),
  readers: roles.filter((reader) => ways.every(({ readers }) => readers.includes(reader))),
});

const isIn = (moment: number, { from, until }: Window) => from <= moment && moment < until;

/** The moments from which on something leads elsewhere than before. */
function momentsOf(ways: Ways): Set<number> {
  const bounds = [...ways.values()].flat().flatMap(({ during: { from, until } }) => [from, until]);
  return new Set([-Infinity, ...bounds.filter(Number.isFinite)]);
}

/** Whom to look at: one stands for all where nothing asks who it is. */
const readersOf = (ways: Ways, roles: readonly string[]): readonly string[] =>
  [...ways.values()].flat().some(({ kind }) => kind === 'access') ? roles : roles.slice(-1);

/**
 * The connected parts of the graph that could hold a loop if all times and readers were one. Mostly there are none: what
 * leads to a page that leads nowhere is taken away, again and again.
 */
function knotsOf(ways: Ways): Ways[] {
  const inside = [...ways.values()].flat().filter(({ target }) => target !== undefined && ways.has(target));
  const comingTo = Map.groupBy(inside, ({ target }) => target);
  const left = new Map([...ways.keys()].map((page) => [page, 0]));
  for (const { from } of inside) left.set(from, (left.get(from) ?? 0) + 1);
  const done = [...left.keys()].filter((page) => left.get(page) === 0);
  for (let page = done.pop(); page !== undefined; page = done.pop()) {
    left.delete(page);
    for (const { from } of comingTo.get(page) ?? []) {
      const rest = (left.get(from) ?? 0) - 1;
      left.set(from, rest);
      if (rest === 0) done.push(from);
    }
  }
  return partsOf(
    inside.filter(({ from, target }) => left.has(from) && target !== undefined && left.has(target)),
  );
}

/** Ways by the part of the graph that they belong to, in the order of the pages that they leave. */
function partsOf(ways: readonly Way[]): Ways[] {
  const near = new Map<DeclaredPage, DeclaredPage[]>();
  const join = (a: DeclaredPage, b: DeclaredPage) =>
    near
      .set(a, near.get(a) ?? [])
      .get(a)
      ?.push(b);
  for (const { from, target = from } of ways) {
    join(from, target);
    join(target, from);
  }
  const partOf = new Map<DeclaredPage, DeclaredPage>();
  for (const start of near.keys()) {
    const reached = partOf.has(start) ? [] : [start];
    for (let page = reached.pop(); page !== undefined; page = reached.pop()) {
      partOf.set(page, start);
      reached.push(...(near.get(page) ?? []).filter((other) => !partOf.has(other)));
    }
  }
  const parts = Map.groupBy(ways, ({ from }) => partOf.get(from));
  return [...parts.values()].map((part) => Map.groupBy(part, ({ from }) => from));
}

/** Every circle of a graph in which `next[node]` is the one node that follows, -1 for none; each begins with its lowest. */
function circlesOf(next: readonly number[]): number[][] {
  const circles: number[][] = [];
  const walk = next.map(() => -1);
  for (let start = 0; start < next.length; start += 1) {
    const way: number[] = [];
    let node = start;
    while (node >= 0 && walk[node] === -1) {
      walk[node] = start;
      way.push(node);
      node = next[node] ?? -1;
    }
    if (node < 0 || walk[node] !== start || way.length === 0) continue;
    const circle = way.slice(way.indexOf(node));
    const first = circle.indexOf(Math.min(...circle));
    circles.push([...circle.slice(first), ...circle.slice(0, first)]);
  }
  return circles;
}
