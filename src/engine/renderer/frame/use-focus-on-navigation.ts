import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * On arriving at another page, reading goes on at its heading, as after the loading of a document. The first view and
 * a change of the query leave the focus alone, and so does a page that has taken it itself.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const area = main.current;
    if (!area || (area.contains(document.activeElement) && document.activeElement !== area)) return;
    const heading = area.querySelector<HTMLElement>('h1');
    if (heading && heading.tabIndex < 0) heading.tabIndex = -1;
    (heading ?? area).focus({ preventScroll: true });
  }, [pathname, main]);
}
