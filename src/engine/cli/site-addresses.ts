import type { Route } from '#engine/generated/schemas.ts';
import { expressionOf, parametersOf } from '#engine/runtime/page-address.ts';
import { VISITOR } from '#engine/runtime/roles.ts';

/** An address of a page of the site. */
export interface SiteAddress {
  page: string;
  /** As the registry has it: `/product/:id?`. */
  pattern: string;
  /** Only for readers of some role, this page or one around it. */
  needsReader: boolean;
  isRedirect: boolean;
  /** What a path is held against. */
  expression: RegExp;
}

/** Every address of a site, with those of the pages within others. */
export function addressesOf(routes: readonly Route[], needsReader = false): SiteAddress[] {
  return routes.flatMap(({ name, path, alias, access, redirect, children }) => {
    const isClosed = needsReader || access !== VISITOR;
    const own = [path ?? [], alias].flat().map((pattern) => ({
      page: name,
      pattern,
      needsReader: isClosed,
      isRedirect: redirect !== undefined,
      expression: expressionOf(pattern),
    }));
    return [...own, ...addressesOf(children, isClosed)];
  });
}

/** The path of a pattern without a value for any parameter; undefined where it needs one. */
export function barePath(pattern: string): string | undefined {
  if (parametersOf(pattern).some(({ optional }) => !optional)) return undefined;
  return pattern.replaceAll(/\/:\w+\?/g, '') || '/';
}
