import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router-dom';

/** The route of a page at a path; undefined where there is none. */
export type FindRoute = (path: string) => RouteMatch | undefined;

interface Leaf {
  /** In lower case, since paths match in any; null for one that a parameter may fill. */
  segment: string | null;
  route: RouteObject;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const firstSegment = (path: string) => (path.split('/', 2)[1] ?? '').toLowerCase();

function segmentOf(path: string): string | null {
  const segment = firstSegment(path);
  return path === '*' || /^[:*]|\?$/.test(segment) ? null : segment;
}

/** All routes have their whole path: layout routes have none of their own. */
const leavesOf = (routes: readonly RouteObject[]): Leaf[] =>
  routes.flatMap((route) => {
    if (route.children) return leavesOf(route.children);
    return route.path === undefined ? [] : [{ segment: segmentOf(route.path), route }];
  });

/**
 * Finds pages by their path. The router ranks all its routes again, and compiles an expression for each, whenever a path is
 * matched; here only those are ranked that begin like the path.
 */
export function createRouteFinder(routes: readonly RouteObject[]): FindRoute {
  const leaves = leavesOf(routes);
  return (path) => {
    const first = firstSegment(decoded(path));
    const near = leaves.filter(({ segment }) => segment === null || segment === first);
    return matchRoutes(
      near.map(({ route }) => route),
      path,
    )?.at(-1);
  };
}
