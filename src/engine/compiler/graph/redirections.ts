import type { SiteConfig } from '#engine/generated/schemas.ts';
import { asObject } from '../json.ts';
import { memo } from '../memo.ts';
import { ALWAYS, intersection, isEmpty, type Window } from '../schedule/window.ts';
import { roleNames, VISITOR } from '../schema/site.ts';
import type { Pointer } from '../source/pointer.ts';
import { readLink } from '../walk/link.ts';
import { type DeclaredAccess, type DeclaredPage, isReachable } from './pages.ts';
import type { Routes } from './routes.ts';

/** One case in which a page is not shown but sends the reader to another address. */
export interface Redirection {
  from: DeclaredPage;
  /** Why: the page redirects, is not open yet, has closed, or is not accessible to this reader. */
  kind: 'redirect' | 'before' | 'after' | 'access';
  /** The address as it is written. */
  to: string;
  /** The page at that address; undefined when it is outside the shop, or when no page has it. */
  target: DeclaredPage | undefined;
  /** When this redirection applies. */
  during: Window;
  /** The roles of the readers that it applies to. */
  readers: readonly string[];
  /** The pointer, in the file of `from`, to its declaration. */
  at: Pointer;
  /** The page names the address itself; otherwise `site.yaml` does, for all pages. */
  isOwn: boolean;
}

/** Page -> all its redirections. At any one time at most one of them applies to any one reader. */
export type RedirectionGraph = ReadonlyMap<DeclaredPage, readonly Redirection[]>;

/** The redirections of all pages, in the precedence that `visit` of the renderer has: schedules, then the redirect, then access. */
export function redirectionsOf(routes: Routes, site: SiteConfig): RedirectionGraph {
  return redirectionsIn(routes)(site);
}

const redirectionsIn = memo((routes: Routes) =>
  memo((site: SiteConfig): RedirectionGraph => {
    const pages = addressesOf(site);
    const target = (to: string) => {
      const link = readLink(to);
      return link.kind === 'page' ? routes.match(link.path)?.page : undefined;
    };
    /* The login page of the main site is not part of this one. */
    const externalLogin = asObject(site.pages)['loginUrl'] ? target(pages.login) : undefined;
    const readers = roleNames(site);
    const found = routes.pages.filter(isReachable).map((page) => {
      const denied = page === externalLogin ? [] : accessRedirections(page, pages, site.roles);
      const redirections = [
        ...closedRedirections(page, pages, readers),
        ...(page.redirect === undefined ? denied : ownRedirection(page, page.redirect, readers)),
      ];
      return [
        page,
        redirections
          .filter(({ during }) => !isEmpty(during))
          .map((redirection) => ({ ...redirection, target: target(redirection.to) })),
      ] as const;
    });
    return new Map(found.filter(([, redirections]) => redirections.length > 0));
  }),
);

/** The addresses of the pages that `site.yaml` names; an invalid one is empty, and matches no page. */
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

type UnresolvedRedirection = Omit<Redirection, 'target'>;

/** While several pages around each other are closed, the outermost decides where to. */
function closedRedirections(
  from: DeclaredPage,
  { closed }: Addresses,
  readers: readonly string[],
): UnresolvedRedirection[] {
  let open = ALWAYS;
  return from.schedules.flatMap(({ pointer, window, before, after }) => {
    const around = open;
    open = intersection(open, window);
    const redirection = (
      kind: 'before' | 'after',
      own: typeof before,
      bound: 'from' | 'until',
      time: Window,
    ) => ({
      from,
      kind,
      to: own?.to ?? closed,
      during: intersection(around, time),
      readers,
      at: own?.pointer ?? [...pointer, bound],
      isOwn: own !== undefined,
    });
    return [
      redirection('before', before, 'from', { from: -Infinity, until: window.from }),
      redirection('after', after, 'until', { from: Math.max(window.from, window.until), until: Infinity }),
    ];
  });
}

function ownRedirection(
  from: DeclaredPage,
  { to, pointer }: NonNullable<DeclaredPage['redirect']>,
  readers: readonly string[],
): UnresolvedRedirection[] {
  const during = from.open;
  return [{ from, kind: 'redirect', to, during, readers, at: pointer, isOwn: true }];
}

/**
 * A reader without the role that a page needs is sent to the page of that role; a visitor to the page of the weakest role,
 * since their role is not known yet (as `barrier` of the renderer does it).
 */
function accessRedirections(
  from: DeclaredPage,
  { login, notFound }: Addresses,
  roles: SiteConfig['roles'],
): UnresolvedRedirection[] {
  const names = roleNames({ roles });
  const access = strictest(from.access, names);
  if (access === undefined) return [];
  const redirection = (to: string, readers: readonly string[]): UnresolvedRedirection => ({
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
    redirection(pageOf(names[1]) || login, [VISITOR]),
    ...(known.length === 0 ? [] : [redirection(pageOf(access.role) || notFound, known)]),
  ];
}

/** The strictest of the declared roles; undefined where everybody may see the page. */
function strictest(access: readonly DeclaredAccess[], names: readonly string[]): DeclaredAccess | undefined {
  const rank = ({ role }: DeclaredAccess) => names.indexOf(role);
  const most = Math.max(0, ...access.map(rank));
  return most === 0 ? undefined : access.find((one) => rank(one) === most);
}

/** A page that is shown in the end, and when. */
export interface Destination {
  page: DeclaredPage;
  during: Window;
  /** The last redirection to it; undefined where the requested page itself is shown. */
  by: Redirection | undefined;
}

/** The number of redirects after which browsers give up. */
const MAX_HOPS = 20;

/**
 * The pages that readers with every role are shown when they open `page` during `time`, one per period and in no order.
 * Redirections that leave the shop, or that never end, are left out.
 */
export function destinationsOf(
  page: DeclaredPage,
  time: Window,
  redirections: RedirectionGraph,
): Destination[] {
  return visit(page, time, undefined, 0);

  function visit(at: DeclaredPage, during: Window, by: Redirection | undefined, hops: number): Destination[] {
    if (isEmpty(during) || hops > MAX_HOPS) return [];
    const shown = { page: at, during: intersection(during, at.open), by };
    const further = (redirections.get(at) ?? []).flatMap((redirection) =>
      redirection.target === undefined || redirection.kind === 'access'
        ? []
        : visit(redirection.target, intersection(during, redirection.during), redirection, hops + 1),
    );
    return at.redirect !== undefined || isEmpty(shown.during) ? further : [shown, ...further];
  }
}
