import { nearest } from '#engine/compiler/similar-names.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import type { Viewer } from '#engine/runtime/scope.ts';
import { CommandError, UsageError } from '../arguments.ts';

/** A reader, and how requests are sent on their behalf. */
export interface Reader {
  name: string;
  fetch: typeof globalThis.fetch;
}

/** The readers as whom a shop can be viewed; `visitor` is always one of them. */
export interface Readers {
  /** Name of a role or an account -> their `$user`, for use without a running shop. */
  known: ReadonlyMap<string, Viewer>;
  /** Names that the message for an unknown name lists. */
  proposed: readonly string[];
  /** Logs an account in to a running shop. Resolves to its Cookie header. */
  logIn: (site: string, name: string) => Promise<string>;
}

/** Throws `UsageError` for an unknown reader. */
export function requireReader(name: string, { known, proposed }: Readers): void {
  const names = [VISITOR, ...known.keys()];
  if (names.includes(name)) return;
  const near = nearest(name, names)[0];
  const [zh, en] = near === undefined ? ['', ''] : [`，是不是想写 ${near}？`, `; did you mean ${near}?`];
  const shown = [VISITOR, ...proposed].join(', ');
  throw new UsageError(
    `没有 ${name} 这个访问者${zh}\n  there is no reader ${name}${en}\n  可以写 / known: ${shown}…`,
  );
}

/** A reader without a running shop: only the call of the user is answered. */
export function offlineReader(name: string, userPath: string, { known }: Readers): Reader {
  const user = known.get(name) ?? {};
  return {
    name,
    async fetch(input) {
      const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://offline');
      if (pathname !== userPath) throw new Error('offline');
      return Response.json({ code: 200, message: '', data: user });
    },
  };
}

/** A reader of a running shop, logged in unless it is a visitor. */
export async function onlineReader(name: string, site: string, { logIn }: Readers): Promise<Reader> {
  if (!URL.canParse(site)) throw new UsageError(`--site ${site} 不是网址 / is not a URL`);
  const at = (input: Parameters<typeof fetch>[0]) =>
    new URL(input instanceof Request ? input.url : input, site);
  await fetch(new URL('/healthz', site)).catch(() => {
    throw new CommandError(`${site} 没有回应，商店开着吗？ / does not answer; is the shop running?`);
  });
  if (name === VISITOR) return { name, fetch: (input, init) => fetch(at(input), init) };
  const cookie = await logIn(site, name).catch((fault: unknown) => {
    const why = fault instanceof Error ? fault.message : String(fault);
    throw new CommandError(`${site}：${name} 登录不了（${why}） / ${name} cannot log in (${why})`);
  });
  return {
    name,
    fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('cookie', cookie);
      return fetch(at(input), { ...init, headers });
    },
  };
}
