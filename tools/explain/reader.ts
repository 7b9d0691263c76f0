import { VISITOR, type Viewer } from '#runtime/scope.ts';

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

/** The role of a reader by name; other names are approved members, as the demo accounts are. */
const roleOf = (name: string): Viewer['role'] => ROLES[name] ?? 'approved';

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
  const at = (input: Parameters<typeof fetch>[0]) =>
    new URL(input instanceof Request ? input.url : input, site);
  if (roleOf(name) === 'visitor') return { name, fetch: (input, init) => fetch(at(input), init) };
  const answer = await fetch(new URL('/api/login', site), {
    method: 'POST',
    body: new URLSearchParams({ username: name, password: PASSWORD }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (!answer.ok || cookie === undefined) throw new Error(`${site}: ${name} 登录不了（${answer.status}）`);
  return {
    name,
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('cookie', cookie);
      return fetch(at(input), { ...init, headers });
    },
  };
}
