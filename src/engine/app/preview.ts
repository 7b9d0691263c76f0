import type { SiteConfig } from '#engine/generated/schemas.ts';
import { own } from '#engine/runtime/own.ts';
import { isInternal, roleOf, VISITOR } from '#engine/runtime/roles.ts';

/** Another moment, another reader, for those who build the shop: `?at=2026-11-11T00:00&as=member`. */
export interface Preview {
  /** Seconds. */
  at?: number;
  /** A role of the site. */
  as?: string;
}

/** The role that a name stands for: its own, or that of a demo account; undefined for one that cannot be played. */
function roleNamed(name: string, { roles }: SiteConfig): string | undefined {
  if (name === VISITOR) return VISITOR;
  return Object.entries(roles).find(
    ([role, { preview }]) => preview !== undefined && (role === name || preview.account === name),
  )?.[0];
}

/** Without a zone the shop's is meant. Seconds; undefined when it is no time. */
function readMoment(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text);
  const parsed = Date.parse(match ? `${match[1]}T${match[2] ?? '00:00'}+08:00` : text);
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / 1000);
}

/** The preview that an address requests; null when it requests none. */
function readPreview(url: URL, site: SiteConfig): Preview | null {
  const [time, name] = [url.searchParams.get('at'), url.searchParams.get('as')];
  const at = time === null ? undefined : readMoment(time);
  const as = name === null ? undefined : roleNamed(name, site);
  if (at === undefined && as === undefined) return null;
  return { ...(at !== undefined && { at }), ...(as !== undefined && { as }) };
}

/** Whether the reader is staff, as the server answers. */
async function isStaff(site: SiteConfig, fetch: typeof globalThis.fetch, userUrl: URL): Promise<boolean> {
  try {
    const { data } = (await (await fetch(userUrl)).json()) as { data?: Record<string, unknown> | null };
    return isInternal(roleOf(data ?? {}, site), site);
  } catch {
    return false;
  }
}

interface PreviewOptions {
  isDevelopment: boolean;
  fetch: typeof globalThis.fetch;
  /** Path of the call that answers who is reading. */
  userPath: string;
}

/** The preview that a request asks for, where allowed: in development, and for staff. */
export async function previewOf(
  request: Request,
  site: SiteConfig,
  { isDevelopment, fetch, userPath }: PreviewOptions,
): Promise<Preview | null> {
  const url = new URL(request.url);
  const preview = readPreview(url, site);
  if (preview === null) return null;
  return isDevelopment || (await isStaff(site, fetch, new URL(userPath, url))) ? preview : null;
}

/** The target of a redirect with the preview's query, so that the preview goes on there. */
export function withPreview(to: string, request: Request): string {
  const { origin, searchParams } = new URL(request.url);
  const target = new URL(to, origin);
  if (target.origin !== origin) return to;
  for (const name of ['at', 'as']) {
    const value = searchParams.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }
  return target.pathname + target.search + target.hash;
}

/** A `fetch` that answers the user call with the previewed reader; other requests pass. */
export function fetchAs(
  role: string,
  site: SiteConfig,
  fetch: typeof globalThis.fetch,
  userPath: string,
): typeof globalThis.fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://shop');
    if (pathname !== userPath) return fetch(input, init);
    if (role === VISITOR) return Response.json({ code: 401, message: '', data: null }, { status: 401 });
    const known = (await (await fetch(input, init)).json().catch(() => ({}))) as { data?: object | null };
    const played = own(site.roles, role)?.preview?.user;
    return Response.json({ code: 200, message: '', data: { ...known.data, ...played } });
  };
}

/** `2026-12-12 00:00`, by the shop's clock. */
const SHOP_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** What is seen is not what buyers see; said above the page, where no code of the page can hide it. */
export function previewNotice({ at, as }: Preview): string {
  const time = at === undefined ? '' : SHOP_TIME.format(at * 1000);
  return ['预览', time, as ?? ''].filter((part) => part !== '').join(' · ');
}
