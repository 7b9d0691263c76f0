import { matchRoutes, type RouteMatch, type RouteObject } from 'react-router-dom';

/** The route of a page at a path, with those around it. */
export interface FoundRoute extends RouteMatch {
  /** The outermost first, the page's own last. */
  branch: readonly RouteObject[];
}

/** Undefined where there is no route. */
export type FindRoute = (path: string) => FoundRoute | undefined;

interface Leaf {
  /** In lower case, since paths match in any; null for one that a parameter may fill. */
  segment: string | null;
  branch: readonly RouteObject[];
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
function leavesOf(
  routes: readonly RouteObject[],
  around: readonly RouteObject[] = [],
): Map<RouteObject, Leaf> {
  const leaves = new Map<RouteObject, Leaf>();
  for (const route of routes) {
    const branch = [...around, route];
    if (route.children) for (const [inner, leaf] of leavesOf(route.children, branch)) leaves.set(inner, leaf);
    else if (route.path !== undefined) leaves.set(route, { segment: segmentOf(route.path), branch });
  }
  return leaves;
}

/**
 * Finds pages by their path. Whoever matches a path ranks all the routes that there are, and compiles an expression for each:
 * here only those are ranked that begin like the path.
 */
export function createRouteFinder(routes: readonly RouteObject[]): FindRoute {
  const leaves = leavesOf(routes);
  return (path) => {
    const first = firstSegment(decoded(path));
    const near = [...leaves].filter(([, { segment }]) => segment === null || segment === first);
    const match = matchRoutes(
      near.map(([route]) => route),
      path,
    )?.at(-1);
    const leaf = match && leaves.get(match.route);
    return leaf && { ...match, branch: leaf.branch };
  };
}

/** One route inside the other, and no others: for a router, which prepares and ranks all that it is given. */
export const nestedRoutes = (branch: readonly RouteObject[]): RouteObject[] =>
  branch.reduceRight<RouteObject[]>(
    (children, route) => [{ ...route, ...(children.length > 0 && { children }) } as RouteObject],
    [],
  );
