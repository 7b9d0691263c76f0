import type { Navigation } from '#engine/runtime/effects.ts';

interface Place {
  pathname: string;
  search: string;
}

interface Router {
  /** Where it is on its way to, if anywhere. */
  state: { navigation: { location?: Place | undefined } };
  navigate(to: string | number, options?: { replace?: boolean; preventScrollReset?: boolean }): Promise<void>;
}

/** The query of `search` with these values put in; undefined, null and '' take a name away, a list repeats it. */
function mergeQuery(search: string, values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    query.delete(name);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') query.append(name, String(item));
    }
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Where values of a query are put in: the address that the page is on its way to, so that a second choice does not lose the
 * first one while its data is awaited. The way to another page is no address of this one's.
 */
function placeOf({ state }: Router): Place {
  const { location } = window;
  const ahead = state.navigation.location;
  return ahead?.pathname === location.pathname ? ahead : location;
}

/** Navigation with the browser's router. `router` is a function since the router is made after the session. */
export function browserNavigation(router: () => Router): Navigation {
  return {
    go: (to, { replace }) => void router().navigate(to, { replace }),
    back: () => void router().navigate(-1),
    load: (to) => window.location.assign(to),
    reload: () => window.location.reload(),
    setQuery(values, { replace }) {
      const { pathname, search } = placeOf(router());
      void router().navigate(pathname + mergeQuery(search, values), { replace, preventScrollReset: true });
    },
  };
}
