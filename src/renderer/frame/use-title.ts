import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { resolveString } from '#runtime/reference.ts';
import type { Scope } from '#runtime/scope.ts';
import type { Session } from '#runtime/session.ts';
import { useShop } from '../shop.ts';
import { useVisit } from '../use-visit.ts';
import { pageOwner } from '../view.ts';
import type { Visit } from '../visit.ts';

/** Route title, then the site's; a page without a title has the site's alone. */
function titleText(title: string | null, scope: Scope): string {
  const own = title === null ? '' : resolveString(title, scope).trim();
  return own === '' ? scope.site.title : `${own} - ${scope.site.title}`;
}

const scopeOf = ({ holdings, view }: Visit) => holdings.get(pageOwner(view.page.name))?.scope;

/** The title of the page as it stands now. */
export function titleOf(visit: Visit, session: Session): string {
  const scope = scopeOf(visit);
  return scope ? titleText(visit.view.page.title, session.store.get(scope)) : session.site.title;
}

/** Keeps the tab's title to what the page says; it may name data, such as an article's headline. */
export function useTitle(): void {
  const visit = useVisit();
  const { session } = useShop();
  const titleAtom = useMemo(() => {
    const scope = scopeOf(visit);
    return atom((get) => (scope ? titleText(visit.view.page.title, get(scope)) : session.site.title));
  }, [visit, session]);
  const title = useAtomValue(titleAtom);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
