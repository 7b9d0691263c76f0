import type { DeclaredPage } from '#engine/compiler/graph/pages.ts';
import { type Address, Routes } from '#engine/compiler/graph/routes.ts';
import {
  expandOptional,
  filled,
  isParam,
  isSplat,
  score,
  segments,
} from '#engine/compiler/project/route-pattern.ts';
import { ALWAYS } from '#engine/compiler/schedule/window.ts';
import { nearest } from '#engine/compiler/similar-names.ts';
import type { Registry, Route } from '#engine/generated/schemas.ts';

/** A route of the registry, with the pages around it, outermost first. */
export interface NestedRoute {
  route: Route;
  chain: readonly Route[];
}

export interface Matched extends NestedRoute {
  /** The path or alias that the address matches. */
  pattern: string;
  params: Record<string, string>;
  /** Other patterns that match, but are less specific or declared later. */
  others: readonly string[];
}

function* everyRoute(routes: readonly Route[], chain: readonly Route[] = []): Generator<NestedRoute> {
  for (const route of routes) {
    yield { route, chain };
    yield* everyRoute(route.children, [...chain, route]);
  }
}

const declared = ({ name, path, alias, redirect, children }: Route, { pages }: Registry): DeclaredPage => ({
  file: pages[name]?.source.file ?? '',
  pointer: [],
  name,
  path: path ?? undefined,
  alias,
  redirect: redirect && { to: redirect.to, pointer: [], isPermanent: redirect.status === 301 },
  isLayout: children.length > 0,
  schedules: [],
  open: ALWAYS,
  access: [],
});

/** The route that matches a path, by the rules of the browser's router. */
export function matchRoute(registry: Registry, path: string): Matched | undefined {
  const placed = new Map([...everyRoute(registry.routes)].map((one) => [declared(one.route, registry), one]));
  const routes = new Routes([...placed.keys()]);
  const address = routes.match(path);
  const found = address && placed.get(address.page);
  if (address === undefined || found === undefined) return undefined;
  const others = routes.addresses.filter((one) => one !== address && fits(one, path));
  return {
    ...found,
    pattern: address.pattern,
    params: paramsOf(address.pattern, path),
    others: others.map(({ pattern }) => pattern),
  };
}

/** The routes with the addresses most similar to a path that no route matches, best first. */
export function nearestRoutes(registry: Registry, path: string): { route: Route; pattern: string }[] {
  const parts = segments(path);
  const variants = [...everyRoute(registry.routes)].flatMap(({ route }) =>
    [route.path, ...route.alias].flatMap((pattern) =>
      pattern === null
        ? []
        : expandOptional(pattern).map((variant) => ({ route, pattern, like: filled(variant, parts) })),
    ),
  );
  return nearest(
    path,
    variants.map(({ like }) => like),
  ).flatMap((like) => variants.find((variant) => variant.like === like) ?? []);
}

const fits = ({ page, pattern }: Address, path: string) =>
  new Routes([{ ...page, path: pattern, alias: [] }]).match(path) !== undefined;

/** The values of the parameters of a pattern in a path. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const parts = path.split('/').filter((part) => part !== '');
  const variant = expandOptional(pattern)
    .filter((one) => one.length === parts.length || one.some(isSplat))
    .toSorted((a, b) => score(b) - score(a))
    .find((one) => one.every((segment, at) => isParam(segment) || segment === parts[at]));
  return Object.fromEntries(
    (variant ?? []).flatMap((segment, at) =>
      isParam(segment) ? [[segment.slice(1) || '*', decodeURIComponent(parts[at] ?? '')]] : [],
    ),
  );
}
