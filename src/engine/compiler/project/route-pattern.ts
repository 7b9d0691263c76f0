/** Names of the parameters (`:id`, `:id?`) in route patterns. */
export function routeParams(patterns: readonly unknown[]): Set<string> {
  const names = patterns.flatMap((pattern) =>
    typeof pattern === 'string'
      ? [...pattern.matchAll(/:([A-Za-z0-9_]+)/g)].map((match) => match[1] ?? '')
      : [],
  );
  return new Set(names);
}

/** `/list/:id?` -> `['list', ':id?']`. */
export function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

export const isSplat = (segment: string): boolean => segment === '*';

export const isParam = (segment: string): boolean => segment.startsWith(':') || isSplat(segment);

const isOptional = (segment: string) => segment.endsWith('?');

/**
 * Every way to write a pattern's optional segments out: `/a/:b?` -> `/a`, `/a/:b`.
 * At most 64; a pattern with more than six optional segments is cut there.
 */
export function expandOptional(path: string): string[][] {
  let ways: string[][] = [[]];
  for (const segment of segments(path)) {
    const plain = isOptional(segment) ? segment.slice(0, -1) : segment;
    const without = isOptional(segment) ? ways : [];
    ways = [...without, ...ways.map((way) => [...way, plain])].slice(0, 64);
  }
  return ways;
}

/** The rank that the browser's router gives a way: the highest that fits an address answers it. */
export function score(way: readonly string[]): number {
  const rank = (segment: string) => (isSplat(segment) ? -2 : isParam(segment) ? 3 : 10);
  return way.reduce((sum, segment) => sum + rank(segment), Math.max(1, way.length));
}

/** A way without the names of its parameters: two ways of one shape answer the same addresses. */
export const shapeOf = (way: readonly string[]): string =>
  way.map((segment) => (isSplat(segment) ? '*' : isParam(segment) ? ':' : segment.toLowerCase())).join('/');

/** A way of a page with its parameters as an address has them, so that only what the address got wrong differs. */
export function filled(way: readonly string[], address: readonly string[]): string {
  const parts = way.map((segment, at) =>
    isParam(segment) && address.length === way.length ? (address[at] ?? segment) : segment,
  );
  return `/${parts.join('/')}`;
}
