import type { createBrowserRouter } from 'react-router-dom';
import type { Code, Parts } from '#engine/renderer/code.ts';
import type { FindRoute, FoundRoute } from '#engine/renderer/route-finder.ts';
import type { Handle } from '#engine/renderer/routes.tsx';
import { partsOf, type View } from '#engine/renderer/view.ts';
import { locationOf, prepareVisit } from '#engine/renderer/visit.ts';
import type { Session } from '#engine/runtime/session.ts';
import { afterHydration } from './after-hydration.ts';

/** The running application of a tab. */
export interface Running {
  session: Session;
  router: ReturnType<typeof createBrowserRouter>;
  code: Code;
  findRoute: FindRoute;
}

/** The page that a link leads to. */
interface Found {
  view: View;
  parts: Parts;
  params: FoundRoute['params'];
}

/** Events that announce that a link may be chosen next, on any device. */
const INTENT_EVENTS = ['pointerover', 'focusin', 'touchstart'] as const;

/** Pages that are fetched in quiet moments, around 25 kB in all. */
const MAX_PAGES = 16;

/** Pages that are fetched at the same time: on a slow line, most of the time is spent waiting for the first byte. */
const AT_ONCE = 3;

/** ms that a pointer rests on a link before its page's data is requested: one that only passes over stays for less. */
const REST = 80;

/** Links that lead readers about the shop. */
const NAVIGATION = 'header nav a';

/** All links of the document: those of the navigation first, and of these the ones to whose page most links lead. */
function linksInOrder(): Set<HTMLAnchorElement> {
  const all = [...document.querySelectorAll('a')];
  const byPath = Map.groupBy(all, ({ pathname }) => pathname);
  const weight = ({ pathname }: HTMLAnchorElement) => byPath.get(pathname)?.length ?? 0;
  const navigation = [...document.querySelectorAll<HTMLAnchorElement>(NAVIGATION)];
  return new Set([...navigation.toSorted((one, other) => weight(other) - weight(one)), ...all]);
}

/** With the browser's data saver on, nothing is fetched in quiet moments. */
const savesData = ({ connection }: Navigator & { connection?: { saveData?: boolean } }) =>
  connection?.saveData === true;

/**
 * Does a mouse on the link lead on in this tab, and open nothing here? A finger that is put down may as well scroll.
 */
const leadsOn = (
  { pointerType, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent,
  link: HTMLAnchorElement,
) =>
  pointerType === 'mouse' &&
  !(ctrlKey || metaKey || shiftKey || altKey) &&
  link.target === '' &&
  !link.hasAttribute('aria-expanded');

/**
 * Fetches ahead: all the code of a page when its link may be chosen next, its data while a mouse rests on the link or its
 * button goes down, and in quiet moments the pages that the one on show links to (some kB each), so that they request their
 * data as soon as they are chosen; of those in the navigation their code, too, and the data of those with `prefetch`.
 */
export function prefetch({ session, router, code, findRoute }: Running): void {
  /** By path: most links lead to pages that another one leads to as well. */
  const known = new Map<string, Found | undefined>();

  function foundAt({ origin, pathname }: HTMLAnchorElement) {
    if (origin !== window.location.origin) return undefined;
    if (!known.has(pathname)) {
      const found = findRoute(pathname);
      const view = (found?.route.handle as Handle | undefined)?.view;
      known.set(pathname, found && view && { view, parts: partsOf(view), params: found.params });
    }
    return known.get(pathname);
  }

  /* What fails now is loaded again, and reported, when it is needed. */
  const quietly = (coming: Promise<void>) => coming.catch(() => {});

  const linkAt = ({ target }: Event) => (target instanceof Element ? target.closest('a') : null);

  function prepare(link: HTMLAnchorElement): void {
    const found = foundAt(link);
    if (found) prepareVisit(session, code, found.view, locationOf(new URL(link.href), found.params));
  }

  document.addEventListener(
    'pointerdown',
    (event) => {
      const link = linkAt(event);
      if (link && event.button === 0 && leadsOn(event, link)) prepare(link);
    },
    { passive: true },
  );
  for (const sign of INTENT_EVENTS) {
    document.addEventListener(
      sign,
      (event) => {
        const link = linkAt(event);
        const parts = link && foundAt(link)?.parts;
        if (parts) void quietly(code.load(parts));
      },
      { passive: true },
    );
  }

  /** Requests the data of the page that a link leads to, once the mouse has rested on it. */
  function prepareAtRest(): void {
    let under: HTMLAnchorElement | null = null;
    let rest: ReturnType<typeof setTimeout> | undefined;
    document.addEventListener(
      'pointerover',
      (event) => {
        const link = linkAt(event);
        if (link === under) return;
        under = link;
        clearTimeout(rest);
        if (link && event.buttons === 0 && leadsOn(event, link)) rest = setTimeout(prepare, REST, link);
      },
      { passive: true },
    );
  }

  /** Fetches the code of a page, and where the page says so, what it shows to who comes without a query. */
  async function prefetchWhole({ pathname, origin }: HTMLAnchorElement, found: Found): Promise<void> {
    await quietly(code.prefetch(found.parts));
    if (found.view.page.prefetch !== true || pathname === router.state.location.pathname) return;
    const location = locationOf(new URL(pathname, origin), found.params);
    prepareVisit(session, code, found.view, location, { early: true });
  }

  let latestRun = 0;
  async function fetchLinked(): Promise<void> {
    latestRun += 1;
    const run = latestRun;
    const paths = new Set<string>();
    const pages = new Set<string>();
    const links = linksInOrder().values();

    async function fetchNext(): Promise<void> {
      for (const link of links) {
        if (paths.has(link.pathname)) continue;
        paths.add(link.pathname);
        await afterHydration();
        if (run !== latestRun || pages.size >= MAX_PAGES) return;
        const found = foundAt(link);
        if (!found) continue;
        for (const page of found.parts.pages) pages.add(page);
        if (link.matches(NAVIGATION)) await prefetchWhole(link, found);
        else await quietly(code.loadBodies(found.parts));
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
  }

  if (savesData(navigator)) return;
  prepareAtRest();
  void fetchLinked();
  let path = router.state.location.pathname;
  router.subscribe(({ location, navigation }) => {
    if (navigation.state !== 'idle' || location.pathname === path) return;
    path = location.pathname;
    void fetchLinked();
  });
}
