import type { DeclaredPage } from './pages.ts';
import type { Routes } from './routes.ts';

/** The page that a redirect leads to; undefined for a page without one, and when it leaves the shop or to nothing. */
function nextOf({ redirect }: DeclaredPage, routes: Routes): DeclaredPage | undefined {
  return redirect === undefined ? undefined : routes.match(redirect.replace(/[?#].*$/, ''))?.page;
}

/** Page with a redirect -> the page that it leads to. */
export function redirectsOf(routes: Routes): Map<DeclaredPage, DeclaredPage> {
  const next = new Map<DeclaredPage, DeclaredPage>();
  for (const page of routes.pages) {
    const target = nextOf(page, routes);
    if (target !== undefined) next.set(page, target);
  }
  return next;
}

/** Every circle of redirects, each once. Every page leads to one page at most, so each is walked once. */
export function circlesOf(next: ReadonlyMap<DeclaredPage, DeclaredPage>): DeclaredPage[][] {
  const circles: DeclaredPage[][] = [];
  const done = new Set<DeclaredPage>();
  for (const start of next.keys()) {
    const way: DeclaredPage[] = [];
    const places = new Map<DeclaredPage, number>();
    let page: DeclaredPage | undefined = start;
    while (page !== undefined && !done.has(page) && !places.has(page)) {
      places.set(page, way.length);
      way.push(page);
      page = next.get(page);
    }
    const from = page === undefined ? undefined : places.get(page);
    if (from !== undefined) circles.push(way.slice(from));
    for (const one of way) done.add(one);
  }
  return circles;
}
