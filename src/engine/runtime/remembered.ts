import { type Atom, atom, type createStore } from 'jotai/vanilla';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { readTarget } from './link.ts';

type Values = Readonly<Record<string, unknown>>;

/** Where the values are stored: a cookie, so that a server renders what the browser will show. */
export interface Memory {
  read(): string | undefined;
  write(text: string): void;
}

/** What the browser remembers for its reader (spec §3); references read it as `$site.remember`. */
export interface Remembered {
  /** The site with the values of the moment. */
  site: Atom<SiteConfig>;
  set: (values: Readonly<Record<string, unknown>>) => void;
}

/** Characters of one text: the reader can edit the cookie, and it holds 4 kB. */
const MAX_LENGTH = 200;

const isAddress = (value: string) => readTarget(value).kind === 'internal';

/** The value if it has the type of the default, else undefined. Where the default is an address of this site, the value must be one. */
function accepted(value: unknown, usual: unknown): unknown {
  if (typeof value !== typeof usual) return undefined;
  if (typeof value !== 'string' || typeof usual !== 'string') return value;
  if (value.length > MAX_LENGTH || (isAddress(usual) && !isAddress(value))) return undefined;
  return value;
}

/** Those of the values that differ from the defaults; unknown names and what does not fit are dropped. */
function differing(values: unknown, usual: Values): Values {
  if (typeof values !== 'object' || values === null) return {};
  const given = new Map(Object.entries(values));
  return Object.fromEntries(
    Object.entries(usual).flatMap(([name, common]) => {
      const value = accepted(given.get(name), common);
      return value === undefined || value === common ? [] : [[name, value]];
    }),
  );
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param initial the stored values when the page began: of a page from a server, those that the server has read */
export function createRemembered(
  store: ReturnType<typeof createStore>,
  site: SiteConfig,
  { memory, initial }: { memory: Memory | undefined; initial: string | undefined },
): Remembered {
  const defaults: Values = { ...site.remember };
  const current = atom({ ...site, remember: { ...defaults, ...differing(parse(initial), defaults) } });
  return {
    site: current,
    set(values) {
      const before = store.get(current).remember;
      const kept = differing({ ...before, ...values }, defaults);
      const next = { ...defaults, ...kept };
      if (JSON.stringify(next) === JSON.stringify(before)) return;
      store.set(current, { ...site, remember: next });
      memory?.write(JSON.stringify(kept));
    },
  };
}
