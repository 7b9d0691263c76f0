import type { SiteConfig } from '#engine/generated/schemas.ts';

/** The reader: the answer of `site.user.call`, or `site.user.visitor` when that fails or was not called. */
export type Viewer = Readonly<Record<string, unknown>>;

/** The values behind the roots of references: `$route.id` is `scope.route.id`. */
export interface Scope {
  /** Path parameters, decoded. */
  route: Readonly<Record<string, string | undefined>>;
  /** Query parameters; one that is repeated is a list. */
  query: Readonly<Record<string, string | readonly string[]>>;
  /** Data names to the `data` of their answers; undefined until there is one. */
  data: Readonly<Record<string, unknown>>;
  user: Viewer;
  site: SiteConfig;
  /** Server's clock, in seconds. */
  now: number;
  /** The item that a per-item prop or a `repeat` is evaluated for. */
  item?: unknown;
  /** The values of the form whose event is handled. */
  form?: unknown;
  /** The payload of the event that is handled. */
  event?: unknown;
}

/** The address of the current page: what `$route` and `$query` are read from. */
export interface PageLocation {
  /** Path and query as they stand in the address bar, such as `/list?page=2`. */
  path: string;
  route: Scope['route'];
  query: Scope['query'];
}

/** `URLSearchParams` -> `$query`. */
export function readQuery(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    query[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  return query;
}
