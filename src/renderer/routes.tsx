import { type RouteObject, redirect, redirectDocument } from 'react-router-dom';
import type { PublicRegistry, Route } from '#generated/schemas.ts';
import { resolveString } from '#runtime/reference.ts';
import { VISITOR } from '#runtime/scope.ts';
import type { Session } from '#runtime/session.ts';
import type { Code } from './code.ts';
import { Fault } from './frame/fault.tsx';
import { Frame } from './frame/frame.tsx';
import { PageView } from './page-view.tsx';
import { type View, viewOf } from './view.ts';
import { placeOf, visit } from './visit.ts';

export interface RouteSettings {
  registry: PublicRegistry;
  code: Code;
  /** The reader of a request: on a server one for each, found in the router's request context. */
  sessionOf: (context: unknown) => Session;
  /** The registry leaves pages out: an address that is not in it is asked of the server, as a document. */
  isPart?: boolean;
}

/** What a route of the router carries of ours; absent from redirects. */
export interface Handle {
  view: View;
}

/** The id of the route that takes what no page has. */
export const UNKNOWN = '*';

/** Keeps the query of the address that was asked for, beside the one of the target. */
function withQueryOf(target: string, search: string): string {
  const [path = '', hash] = target.split('#', 2);
  const joined = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search.slice(1)}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

/** Parameters that a target names as the router does; what the address leaves out is left out. */
const withParams = (target: string, params: Readonly<Record<string, string | undefined>>) =>
  target.replace(/\/:(\w+)\??/g, (_, name: string) => {
    const value = params[name];
    return value === undefined ? '' : `/${encodeURIComponent(value)}`;
  });

/**
 * The registry's pages as data routes. Layout pages have no path of their own there, so that a page and each of its
 * aliases can stand under them with an absolute path.
 */
export function createRoutes({ registry, code, sessionOf, isPart = false }: RouteSettings): RouteObject[] {
  const { site } = registry;

  function redirection({ name, redirect: to = '' }: Route, path: string): RouteObject {
    return {
      id: `${name}>${path}`,
      path,
      loader({ request, params, context }) {
        const url = new URL(request.url);
        const { route, query } = placeOf(url, params);
        const { clock } = sessionOf(context);
        const scope = { route, query, data: {}, user: VISITOR, site, now: clock.now() };
        return redirect(withQueryOf(withParams(resolveString(to, scope), params), url.search));
      },
    };
  }

  function leaf(chain: readonly Route[], page: Route, path: string): RouteObject {
    const view = viewOf(chain, page, registry);
    return {
      id: path === page.path ? page.name : `${page.name}@${path}`,
      path,
      handle: { view } satisfies Handle,
      element: <PageView name={page.name} />,
      loader: ({ request, params, context }) =>
        visit(sessionOf(context), code, view, placeOf(new URL(request.url), params)),
    };
  }

  function routesOf(chain: readonly Route[], page: Route): RouteObject[] {
    const paths = [...new Set([page.path ?? [], page.alias].flat())];
    if (page.redirect !== undefined || page.children.length > 0) {
      const own = page.redirect === undefined ? [] : paths.map((path) => redirection(page, path));
      if (page.children.length === 0) return own;
      const children = page.children.flatMap((child) => routesOf([...chain, page], child));
      return [...own, { id: `${page.name}/`, element: <PageView name={page.name} />, children }];
    }
    return paths.map((path) => leaf(chain, page, path));
  }

  const unknown: RouteObject = {
    id: UNKNOWN,
    path: '*',
    loader: ({ request }) => (isPart ? redirectDocument(request.url) : redirect(site.pages.notFound)),
  };
  return [
    {
      id: '/',
      element: <Frame />,
      errorElement: <Fault site={site} />,
      children: [...registry.routes.flatMap((page) => routesOf([], page)), unknown],
    },
  ];
}
