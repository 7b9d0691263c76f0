import type { SiteConfig } from '#engine/generated/schemas.ts';
import { asObject } from '../json.ts';
import { memo } from '../memo.ts';
import { everMore, isEmpty, type Window, within } from '../schedule/window.ts';
import { roleNames, VISITOR } from '../schema/site.ts';
import type { Pointer } from '../source/pointer.ts';
import { readLink } from '../walk/link.ts';
import { type DeclaredAccess, type DeclaredPage, isReachable } from './pages.ts';
import type { Routes } from './routes.ts';

/** One way in which a page, instead of being shown, leads the reader on. */
export interface Way {
  from: DeclaredPage;
  /** Why: it redirects, has not begun, is over, or is not for this reader. */
  kind: 'redirect' | 'before' | 'after' | 'access';
  /** The address as it is written. */
  to: string;
  /** The page that answers it; undefined when it leaves the shop, or leads to nothing. */
  target: DeclaredPage | undefined;
  /** When it leads on so. */
  during: Window;
  /** Whom. */
  readers: readonly string[];
  /** What in the file of `from` says so. */
  at: Pointer;
  /** The page names the address itself; otherwise `site.yaml` does, for all pages. */
  isOwn: boolean;
}

/** Page -> every way in which it leads on, at whatever time and for whatever reader: at most one for each at a time. */
export type Ways = ReadonlyMap<DeclaredPage, readonly Way[]>;

/** The graph of all pages, as `visit` of the renderer follows it: first the schedules, then a redirect, then the access. */
export function waysOf(routes: Routes, site: SiteConfig): Ways {
  return waysIn(routes)(site);
}

const waysIn = memo((routes: Routes) =>
  memo((site: SiteConfig): Ways => {
    const pages = addressesOf(site);
    const target = (to: string) => {
      const link = readLink(to);
      return link.kind === 'page' ? routes.match(link.path)?.page : undefined;
    };
    /* The login page of the main site is outside of this one. */
    const away = asObject(site.pages)['loginUrl'] ? target(pages.login) : undefined;
    const readers = roleNames(site);
    const found = routes.pages.filter(isReachable).map((page) => {
      const barred = page === away ? [] : accessWays(page, pages, site.roles);
      const ways = [
        ...closedWays(page, pages, readers),
        ...(page.redirect === undefined ? barred : redirectWay(page, page.redirect, readers)),
      ];
      return [
        page,
        ways.filter(({ during }) => !isEmpty(during)).map((way) => ({ ...way, target: target(way.to) })),
      ] as const;
    });
    return new Map(found.filter(([, ways]) => ways.length > 0));
  }),
);

/** The pages that `site.yaml` names; one that it does not name as it should leads nowhere. */
function addressesOf({ pages }: SiteConfig): Addresses {
  const { closed, login, notFound } = asObject(pages);
  return { closed: textOf(closed), login: textOf(login), notFound: textOf(notFound) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

interface Addresses {
  closed: string;
  login: string;
  notFound: string;
}

type Untied = Omit<Way, 'target'>;

/** The outermost page that is closed says where to. */
function closedWays(from: DeclaredPage, { closed }: Addresses, readers: readonly string[]): Untied[] {
  let open = everMore;
  return from.schedules.flatMap(({ pointer, window, before, after }) => {
    const around = open;
    open = within(open, window);
    const way = (kind: 'before' | 'after', own: typeof before, bound: 'from' | 'until', time: Window) => ({
      from,
      kind,
      to: own?.to ?? closed,
      during: within(around, time),
      readers,
      at: own?.pointer ?? [...pointer, bound],
      isOwn: own !== undefined,
    });
    return [
      way('before', before, 'from', { from: -Infinity, until: window.from }),
      way('after', after, 'until', { from: Math.max(window.from, window.until), until: Infinity }),
    ];
  });
}

function redirectWay(
  from: DeclaredPage,
  { to, pointer }: NonNullable<DeclaredPage['redirect']>,
  readers: readonly string[],
): Untied[] {
  const during = from.open;
  return [{ from, kind: 'redirect', to, during, readers, at: pointer, isOwn: true }];
}

/**
 * Whoever lacks the role that a page needs is led to that role's page; a visitor to that of the weakest role, since it is not
 * known yet which they have (as `barrier` of the renderer has it).
 */
function accessWays(
  from: DeclaredPage,
  { login, notFound }: Addresses,
  roles: SiteConfig['roles'],
): Untied[] {
  const names = roleNames({ roles });
  const access = strictest(from.access, names);
  if (access === undefined) return [];
  const way = (to: string, readers: readonly string[]): Untied => ({
    from,
    kind: 'access',
    to,
    during: from.open,
    readers,
    at: access.pointer,
    isOwn: false,
  });
  const pageOf = (role: string | undefined) => textOf(asObject(asObject(roles)[role ?? ''])['page']);
  const known = names.slice(1, names.indexOf(access.role));
  return [
    way(pageOf(names[1]) || login, [VISITOR]),
    ...(known.length === 0 ? [] : [way(pageOf(access.role) || notFound, known)]),
  ];
}

/** The declared access that the fewest have; undefined where everybody may see the page. */
function strictest(access: readonly DeclaredAccess[], names: readonly string[]): DeclaredAccess | undefined {
  const rank = ({ role }: DeclaredAccess) => names.indexOf(role);
  const most = Math.max(0, ...access.map(rank));
  return most === 0 ? undefined : access.find((one) => rank(one) === most);
}

/** A page that readers come to, and when. */
export interface End {
  page: DeclaredPage;
  during: Window;
  /** The last way that led there; undefined where the page that was asked for is shown itself. */
  by: Way | undefined;
}

/** As many redirects as a browser follows. */
const MOST_HOPS = 20;

/**
 * Where readers who may see everything end who ask for `page` within `time`, stretch by stretch in no order. What leaves the
 * shop or never ends is left out.
 */
export function endsOf(page: DeclaredPage, time: Window, ways: Ways): End[] {
  return follow(page, time, undefined, 0);

  function follow(at: DeclaredPage, during: Window, by: Way | undefined, hops: number): End[] {
    if (isEmpty(during) || hops > MOST_HOPS) return [];
    const shown = { page: at, during: within(during, at.open), by };
    const further = (ways.get(at) ?? []).flatMap((way) =>
      way.target === undefined || way.kind === 'access'
        ? []
        : follow(way.target, within(during, way.during), way, hops + 1),
    );
    return at.redirect !== undefined || isEmpty(shown.during) ? further : [shown, ...further];
  }
}
