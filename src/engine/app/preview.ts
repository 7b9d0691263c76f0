import { own } from '#engine/runtime/own.ts';
import type { Viewer } from '#engine/runtime/scope.ts';

/** Another moment, another reader, for whoever makes the shop: `?at=2026-11-11T00:00&as=newbie`. */
export interface Preview {
  /** Seconds. */
  at?: number;
  as?: Viewer['role'];
}

/** Roles, and the demo accounts that have them. */
const ROLES: Readonly<Record<string, Viewer['role']>> = {
  visitor: 'visitor',
  member: 'member',
  newbie: 'member',
  approved: 'approved',
  demo: 'approved',
  staff: 'staff',
  ops: 'staff',
};

/** Without a zone the shop's is meant. Seconds; undefined when it is no time. */
function readMoment(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/.exec(text);
  const parsed = Date.parse(match ? `${match[1]}T${match[2] ?? '00:00'}+08:00` : text);
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / 1000);
}

/** What an address asks to be shown as; null when it asks nothing of the kind. */
function readPreview(url: URL): Preview | null {
  const [time, name] = [url.searchParams.get('at'), url.searchParams.get('as')];
  const at = time === null ? undefined : readMoment(time);
  const as = name === null ? undefined : own(ROLES, name);
  if (at === undefined && as === undefined) return null;
  return { ...(at !== undefined && { at }), ...(as !== undefined && { as }) };
}

/** Is it the shop's staff that asks? Only the server's word counts. */
async function isStaff(fetch: typeof globalThis.fetch, userUrl: URL): Promise<boolean> {
  try {
    const { data } = (await (await fetch(userUrl)).json()) as { data?: { role?: unknown } };
    return data?.role === 'staff';
  } catch {
    return false;
  }
}

/** The preview that a request asks for, when it may: in development, and for staff. Buyers see the shop as it is. */
export async function previewOf(
  request: Request,
  { isDevelopment }: { isDevelopment: boolean },
  fetch: typeof globalThis.fetch,
  userPath: string,
): Promise<Preview | null> {
  const url = new URL(request.url);
  const wanted = readPreview(url);
  if (wanted === null) return null;
  return isDevelopment || (await isStaff(fetch, new URL(userPath, url))) ? wanted : null;
}

/** Where a previewed page leads on, seen at the same moment and as the same reader. */
export function previewedOn(to: string, request: Request): string {
  const { origin, searchParams } = new URL(request.url);
  const target = new URL(to, origin);
  if (target.origin !== origin) return to;
  for (const name of ['at', 'as']) {
    const value = searchParams.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }
  return target.pathname + target.search + target.hash;
}

/** Answers who is reading with the reader that is played; everything else is asked as it is. */
export function fetchAs(
  role: Viewer['role'],
  fetch: typeof globalThis.fetch,
  userPath: string,
): typeof globalThis.fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://shop');
    if (pathname !== userPath) return fetch(input, init);
    if (role === 'visitor') return Response.json({ code: 401, message: '', data: null }, { status: 401 });
    const known = (await (await fetch(input, init)).json().catch(() => ({}))) as { data?: object | null };
    const played = { show: true, role, is_passed: role === 'member' ? 0 : 1 };
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
