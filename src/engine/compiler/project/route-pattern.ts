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
 * Every variant of a pattern, with and without its optional segments: `/a/:b?` -> `/a`, `/a/:b`.
 * At most 64; a pattern with more than six optional segments is truncated there.
 */
export function expandOptional(path: string): string[][] {
  let variants: string[][] = [[]];
  for (const segment of segments(path)) {
    const plain = isOptional(segment) ? segment.slice(0, -1) : segment;
    const without = isOptional(segment) ? variants : [];
    variants = [...without, ...variants.map((variant) => [...variant, plain])].slice(0, 64);
  }
  return variants;
}

/** The rank of a variant in the browser's router: of those that match an address the highest wins. */
export function score(variant: readonly string[]): number {
  const rank = (segment: string) => (isSplat(segment) ? -2 : isParam(segment) ? 3 : 10);
  return variant.reduce((sum, segment) => sum + rank(segment), Math.max(1, variant.length));
}

/** A variant without the names of its parameters: two variants of the same shape match the same addresses. */
export const shapeOf = (variant: readonly string[]): string =>
  variant
    .map((segment) => (isSplat(segment) ? '*' : isParam(segment) ? ':' : segment.toLowerCase()))
    .join('/');

/** A variant with the values that an address has for its parameters, so that only the misspelt segments of the address differ. */
export function filled(variant: readonly string[], address: readonly string[]): string {
  const parts = variant.map((segment, at) =>
    isParam(segment) && address.length === variant.length ? (address[at] ?? segment) : segment,
  );
  return `/${parts.join('/')}`;
}
