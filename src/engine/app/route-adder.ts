import type { PatchRoutesOnNavigationFunctionArgs, RouteObject } from 'react-router-dom';
import { nestedRoutes } from '#engine/renderer/route-finder.ts';

type Patch = PatchRoutesOnNavigationFunctionArgs['patch'];

/**
 * Gives a router that began with one page the routes of others, the outermost first: of each branch what it lacks, in one
 * piece, since it takes a layout without children for any other.
 */
export function createRouteAdder(
  begun: readonly RouteObject[],
): (branch: readonly RouteObject[], patch: Patch) => void {
  const known = new Set(begun.map(({ id }) => id));
  return (branch, patch) => {
    const lacking = branch.findIndex(({ id }) => !known.has(id));
    const around = branch[lacking - 1]?.id;
    if (around === undefined) return;
    patch(around, nestedRoutes(branch.slice(lacking)));
    for (const { id } of branch) known.add(id);
  };
}
