import type { Registry } from '#engine/generated/schemas.ts';
import { expressionOf } from '#engine/runtime/page-address.ts';

type Route = Registry['routes'][number];
type Pages = Pick<Registry, 'routes' | 'pages' | 'contracts'>;

/**
 * Answers whether a path shows one of the pages that are refused last under overload: those whose own data, or that of a
 * layout around them, comes from a call of high priority, such as cart, checkout and payment.
 */
export function priorityPages({ routes, pages, contracts }: Pages): (path: string) => boolean {
  const patterns: RegExp[] = [];
  const visit = (route: Route, inherited: boolean): void => {
    const data = Object.values(pages[route.name]?.data ?? {});
    const high =
      inherited ||
      data.some(({ call, whileOpen }) => whileOpen === undefined && contracts[call]?.priority === 'high');
    if (high && route.path !== null) patterns.push(...[route.path, ...route.alias].map(expressionOf));
    for (const child of route.children) visit(child, high);
  };
  for (const route of routes) visit(route, false);
  return (path) => patterns.some((pattern) => pattern.test(path));
}
