import { type Atom, atom, type Getter, useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { resolveString } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import type { Session } from '#engine/runtime/session.ts';
import { useRuntime } from '../contexts.ts';
import { isSubjectMissing } from '../subject.ts';
import { useVisit } from '../use-visit.ts';
import { pageOwner } from '../view.ts';
import type { Visit } from '../visit.ts';

/** Route title, then the site's; a page without a title has the site's alone. */
function titleText(title: string | null, scope: Scope): string {
  const own = title === null ? '' : resolveString(title, scope).trim();
  return own === '' ? scope.site.title : `${own} - ${scope.site.title}`;
}

function read(visit: Visit, { site }: Session, get: Getter): string {
  const scope: Atom<Scope> | undefined = visit.dataByOwner.get(pageOwner(visit.view.page.name))?.scope;
  if (!scope) return site.title;
  return titleText(isSubjectMissing(visit, get) ? site.texts.gone : visit.view.page.title, get(scope));
}

/** The title of the page as it stands now. */
export const titleOf = (visit: Visit, session: Session): string => read(visit, session, session.store.get);

/** Keeps the tab's title to what the page says; it may name data, such as an article's headline. */
export function useTitle(): void {
  const visit = useVisit();
  const { session } = useRuntime();
  const titleAtom = useMemo(() => atom((get) => read(visit, session, get)), [visit, session]);
  const title = useAtomValue(titleAtom);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
