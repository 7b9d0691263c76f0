import { nearest } from '#engine/compiler/similar-names.ts';
import type { Registry, SiteConfig } from '#engine/generated/schemas.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { CommandError, UsageError } from '../arguments.ts';
import { knownReaders, type LogIn } from '../readers.ts';
import { onlyUser } from '../weigh/api.ts';

/** A reader, and how requests are sent on their behalf. */
export interface Reader {
  name: string;
  fetch: typeof globalThis.fetch;
}

/** A reader without a running shop: only the call of the user is answered. Throws `UsageError` for an unknown one. */
export function offlineReader(name: string, registry: Registry): Reader {
  const known = knownReaders(registry.site);
  const user = known.get(name);
  if (user === undefined) {
    const names = [...known.keys()];
    const near = nearest(name, names)[0];
    const [zh, en] = near === undefined ? ['', ''] : [`，是不是想写 ${near}？`, `; did you mean ${near}?`];
    throw new UsageError(
      `没有 ${name} 这个访问者${zh}\n  there is no reader ${name}${en}\n  可以写 / known: ${names.join(', ')}`,
    );
  }
  const answer = onlyUser(registry, user);
  return { name, fetch: (input) => answer(input instanceof Request ? input.url : String(input)) };
}

/** A running shop, and how its readers log in. */
interface RunningShop {
  url: string;
  site: SiteConfig;
  logIn: LogIn;
}

/** A reader of a running shop, logged in unless it is a visitor. */
export async function onlineReader(name: string, { url, site, logIn }: RunningShop): Promise<Reader> {
  if (!URL.canParse(url)) throw new UsageError(`--site ${url} 不是网址 / is not a URL`);
  const at = (input: Parameters<typeof fetch>[0]) =>
    new URL(input instanceof Request ? input.url : input, url);
  await fetch(new URL('/healthz', url)).catch(() => {
    throw new CommandError(`${url} 没有回应，商店开着吗？ / does not answer; is the shop running?`);
  });
  if (name === VISITOR) return { name, fetch: (input, init) => fetch(at(input), init) };
  const cookie = await logIn(url, name, site).catch((fault: unknown) => {
    const why = fault instanceof Error ? fault.message : String(fault);
    throw new CommandError(`${url}：${name} 登录不了（${why}） / ${name} cannot log in (${why})`);
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
