import type { SiteConfig } from '#engine/generated/schemas.ts';
import { memo } from '../memo.ts';
import { ALWAYS, intersection, type Window } from '../schedule/window.ts';
import { roleNames } from '../schema/site.ts';
import type { DeclaredPage } from './pages.ts';
import type { Redirection, RedirectionGraph } from './redirections.ts';

/** A cycle of redirections. */
export interface Loop {
  /** In order; the first one leaves the page that is declared first. */
  redirections: readonly Redirection[];
  /** The time and the roles for which all of them apply. */
  during: Window;
  readers: readonly string[];
}

/**
 * Every loop that occurs for some reader at some moment, each once. At one moment a page redirects one reader to at most one
 * page, so every page is visited once per role for each moment at which something opens or closes.
 */
export function loopsOf(redirections: RedirectionGraph, site: SiteConfig): readonly Loop[] {
  return allLoops(redirections)(site);
}

const allLoops = memo((redirections: RedirectionGraph) =>
  memo((site: SiteConfig) => cyclicPartsOf(redirections).flatMap((part) => loopsIn(part, roleNames(site)))),
);

/** @param roles those of the site, weakest first */
function loopsIn(part: RedirectionGraph, roles: readonly string[]): Loop[] {
  const pages = [...part.keys()];
  const numbers = new Map(pages.map((page, index) => [page, index]));
  const targetOf = ({ target }: Redirection) =>
    (target === undefined ? undefined : numbers.get(target)) ?? -1;
  const leading = pages.map((page) =>
    (part.get(page) ?? []).map((redirection) => ({ redirection, next: targetOf(redirection) })),
  );
  const order = new Map([...part.values()].flat().map((redirection, index) => [redirection, index]));
  const found = new Map<string, Loop>();
  for (const moment of momentsOf(part)) {
    for (const reader of readersOf(part, roles)) {
      const taken = leading.map((redirections) =>
        redirections.find(
          ({ redirection: { during, readers } }) => isIn(moment, during) && readers.includes(reader),
        ),
      );
      for (const cycle of cyclesOf(taken.map((one) => one?.next ?? -1))) {
        const loop = cycle.flatMap((page) => taken[page]?.redirection ?? []);
        const key = loop.map((redirection) => order.get(redirection)).join(' ');
        if (!found.has(key)) found.set(key, asLoop(loop, roles));
      }
    }
  }
  return [...found.values()];
}

const asLoop = (redirections: readonly Redirection[], roles: readonly string[]): Loop => ({
  redirections,
  during: intersection(ALWAYS, ...redirections.map(({ during }) => during)),
  readers: roles.filter((reader) => redirections.every(({ readers }) => readers.includes(reader))),
});

const isIn = (moment: number, { from, until }: Window) => from <= moment && moment < until;

/** The moments at which some redirection changes. */
function momentsOf(redirections: RedirectionGraph): Set<number> {
  const bounds = [...redirections.values()].flat().flatMap(({ during: { from, until } }) => [from, until]);
  return new Set([-Infinity, ...bounds.filter(Number.isFinite)]);
}

/** The roles to consider: a single one where no redirection depends on the role. */
const readersOf = (redirections: RedirectionGraph, roles: readonly string[]): readonly string[] =>
  [...redirections.values()].flat().some(({ kind }) => kind === 'access') ? roles : roles.slice(-1);

/**
 * The connected parts of the graph that have a cycle when times and roles are disregarded. Mostly there are none: pages
 * without an outgoing redirection are removed repeatedly (topological sort).
 */
function cyclicPartsOf(redirections: RedirectionGraph): RedirectionGraph[] {
  const inside = [...redirections.values()]
    .flat()
    .filter(({ target }) => target !== undefined && redirections.has(target));
  const comingTo = Map.groupBy(inside, ({ target }) => target);
  const left = new Map([...redirections.keys()].map((page) => [page, 0]));
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

/** The connected components of the graph, each with its redirections in the order of their pages. */
function partsOf(redirections: readonly Redirection[]): RedirectionGraph[] {
  const near = new Map<DeclaredPage, DeclaredPage[]>();
  const join = (a: DeclaredPage, b: DeclaredPage) =>
    near
      .set(a, near.get(a) ?? [])
      .get(a)
      ?.push(b);
  for (const { from, target = from } of redirections) {
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
  const parts = Map.groupBy(redirections, ({ from }) => partOf.get(from));
  return [...parts.values()].map((part) => Map.groupBy(part, ({ from }) => from));
}

/** Every cycle of a graph in which `next[node]` is the one node that follows, -1 for none; each begins with its lowest. */
function cyclesOf(next: readonly number[]): number[][] {
  const cycles: number[][] = [];
  const visitedIn = next.map(() => -1);
  for (let start = 0; start < next.length; start += 1) {
    const path: number[] = [];
    let node = start;
    while (node >= 0 && visitedIn[node] === -1) {
      visitedIn[node] = start;
      path.push(node);
      node = next[node] ?? -1;
    }
    if (node < 0 || visitedIn[node] !== start || path.length === 0) continue;
    const cycle = path.slice(path.indexOf(node));
    const first = cycle.indexOf(Math.min(...cycle));
    cycles.push([...cycle.slice(first), ...cycle.slice(0, first)]);
  }
  return cycles;
}
