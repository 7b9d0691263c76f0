import { nearest } from '#compiler/nearest.ts';
import { VISITOR, type Viewer } from '#runtime/scope.ts';
import { UsageError } from '../command.ts';

/** How the shop is asked in the name of a reader. */
export interface Reader {
  name: string;
  fetch: typeof globalThis.fetch;
}

/** All demo accounts have it. */
const PASSWORD = 'Demo@2026';

const ROLES: Readonly<Record<string, Viewer['role']>> = {
  visitor: 'visitor',
  member: 'member',
  newbie: 'member',
  approved: 'approved',
  staff: 'staff',
  ops: 'staff',
};

/** Demo accounts that are approved members (domain §8). */
const APPROVED = [
  'demo',
  'clinic',
  'chain',
  'chain-a',
  'chain-b',
  ...Array.from({ length: 50 }, (_, index) => `buyer-${String(index + 1).padStart(2, '0')}`),
];

/** The role of a reader by name; an account that only a running shop knows is taken for an approved member's. */
const roleOf = (name: string): Viewer['role'] => ROLES[name] ?? 'approved';

/** Refuses a reader that is neither a role nor a demo account. */
export function requireReader(name: string): void {
  const known = [...Object.keys(ROLES), ...APPROVED];
  if (known.includes(name)) return;
  const near = nearest(name, known)[0];
  const [zh, en] = near === undefined ? ['', ''] : [`，是不是想写 ${near}？`, `; did you mean ${near}?`];
  const shown = [...Object.keys(ROLES), 'demo', 'clinic', 'chain', 'buyer-01'].join(', ');
  throw new UsageError(
    `没有 ${name} 这个访问者${zh}\n  there is no reader ${name}${en}\n  可以写 / known: ${shown}…`,
  );
}

/** A running shop that does not answer as it should. */
export class SiteError extends Error {}

const isApproved = (role: Viewer['role']) => role === 'approved' || role === 'staff';

/** Without a shop to ask: it is known who reads, and nothing else. */
export function offlineReader(name: string, userPath: string): Reader {
  const role = roleOf(name);
  const user: Viewer =
    role === 'visitor'
      ? VISITOR
      : { show: true, role, username: name, is_passed: isApproved(role) ? 1 : 0, cart: 0, points: 0 };
  return {
    name,
    async fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://offline');
      if (pathname !== userPath) throw new Error('offline');
      return Response.json({ code: 200, message: '', data: user });
    },
  };
}

/** Asks a running shop, logged in as a demo account unless a visitor reads. */
export async function onlineReader(name: string, site: string): Promise<Reader> {
  if (!URL.canParse(site)) throw new UsageError(`--site ${site} 不是网址 / is not a URL`);
  const at = (input: Parameters<typeof fetch>[0]) =>
    new URL(input instanceof Request ? input.url : input, site);
  await fetch(new URL('/healthz', site)).catch(() => {
    throw new SiteError(`${site} 没有回应，商店开着吗？ / does not answer; is the shop running?`);
  });
  if (roleOf(name) === 'visitor') return { name, fetch: (input, init) => fetch(at(input), init) };
  const answer = await fetch(new URL('/api/login', site), {
    method: 'POST',
    body: new URLSearchParams({ username: name, password: PASSWORD }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (!answer.ok || cookie === undefined)
    throw new SiteError(
      `${site}：${name} 登录不了（${answer.status}） / ${name} cannot log in (${answer.status})`,
    );
  return {
    name,
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('cookie', cookie);
      return fetch(at(input), { ...init, headers });
    },
  };
}
