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

export const isParam = (segment: string) => segment.startsWith(':') || segment === '*';

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
