import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router-dom';
import { nowAtom } from '#engine/runtime/clock.ts';
import { readTarget } from '#engine/runtime/link.ts';
import { useRuntime } from '../contexts.ts';
import { closedRedirect } from '../guard.ts';
import { useVisit } from '../use-visit.ts';
import type { Visit } from '../visit.ts';

/** The address that the notice of closed pages goes to now: the requested page, once it is open. */
function openedPage({ view, location }: Visit, closed: string, now: number): string | undefined {
  const { from = '', opens = '' } = location.query;
  const isDue = view.page.path === closed && Number(opens) > 0 && Number(opens) <= now;
  const target = isDue ? readTarget(String(from)) : undefined;
  return target?.kind === 'internal' ? target.to : undefined;
}

/**
 * Runs the loader again when the page's schedule ends while it is shown, so that it redirects; and leaves the notice of
 * closed pages when the requested page opens.
 */
export function usePageSchedule(): void {
  const visit = useVisit();
  const { view } = visit;
  const { session } = useRuntime();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const closedAtom = useMemo(
    () => atom((get) => closedRedirect(view, session.site, get(nowAtom)) !== null),
    [view, session],
  );
  const closed = useAtomValue(closedAtom);
  useEffect(() => {
    if (closed) void revalidate();
  }, [closed, revalidate]);
  const next = useAtomValue(
    useMemo(
      () => atom((get) => openedPage(visit, session.site.pages.closed, get(nowAtom))),
      [visit, session],
    ),
  );
  useEffect(() => {
    if (next !== undefined) void navigate(next, { replace: true });
  }, [next, navigate]);
}
