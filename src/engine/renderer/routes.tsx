import { type RouteObject, redirect, redirectDocument } from 'react-router-dom';
import type { PublicRegistry, Route } from '#engine/generated/schemas.ts';
import type { Session } from '#engine/runtime/session.ts';
import type { Code } from './code.ts';
import { Fault } from './frame/fault.tsx';
import { Frame } from './frame/frame.tsx';
import { scheduleRedirect } from './guard.ts';
import { PageView } from './page-view.tsx';
import { redirectedTo } from './redirection.ts';
import { type View, viewOf } from './view.ts';
import { loadVisit, locationOf } from './visit.ts';

export interface RouteSettings {
  registry: PublicRegistry;
  code: Code;
  /** The reader of a request: on a server one for each, found in the router's request context. */
  sessionOf: (context: unknown) => Session;
  /** The registry leaves pages out: an address that is not in it is loaded from the server, as a document. */
  isPartial?: boolean;
  /** ms that a page waits for its data before it is shown without; 0 when left out. */
  patience?: number;
}

/** Our data on a route of the router; absent from redirects. */
export interface Handle {
  view: View;
}

type Redirect = NonNullable<Route['redirect']>;

/** The id of the route for addresses that no page has. */
export const UNKNOWN = '*';

/**
 * The registry's pages as data routes. Layout pages have no path of their own there, so that a page and each of its
 * aliases can stand under them with an absolute path.
 */
export function createRoutes({
  registry,
  code,
  sessionOf,
  isPartial = false,
  patience = 0,
}: RouteSettings): RouteObject[] {
  const { site } = registry;

  function redirection(chain: readonly Route[], page: Route, target: Redirect, path: string): RouteObject {
    const view = viewOf(chain, page, registry);
    return {
      id: `${page.name}>${path}`,
      path,
      loader({ request, params, context }) {
        const location = locationOf(new URL(request.url), params);
        const now = sessionOf(context).clock.now();
        const closed = scheduleRedirect(view, site, now, location.path);
        return closed === null
          ? redirect(redirectedTo(target, location, site, now), target.status)
          : redirect(closed);
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
        loadVisit(sessionOf(context), code, view, locationOf(new URL(request.url), params), patience),
    };
  }

  function routesOf(chain: readonly Route[], page: Route): RouteObject[] {
    const paths = [...new Set([page.path ?? [], page.alias].flat())];
    const { redirect: on } = page;
    if (on !== undefined || page.children.length > 0) {
      const own = on === undefined ? [] : paths.map((path) => redirection(chain, page, on, path));
      if (page.children.length === 0) return own;
      const children = page.children.flatMap((child) => routesOf([...chain, page], child));
      return [...own, { id: `${page.name}/`, element: <PageView name={page.name} />, children }];
    }
    return paths.map((path) => leaf(chain, page, path));
  }

  const unknown: RouteObject = {
    id: UNKNOWN,
    path: '*',
    loader: ({ request }) => (isPartial ? redirectDocument(request.url) : redirect(site.pages.notFound)),
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
