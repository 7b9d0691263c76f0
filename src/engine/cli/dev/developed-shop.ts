import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from '#engine/generated/schemas.ts';
import type { BuiltSite } from '#engine/host/built-site.ts';

/** The server of one registry: the way to its API, and its pages. */
export interface DevelopedShop {
  serve: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** What answers the calls of a shop while it is developed. */
export interface DevelopedApi {
  /**
   * Opens the server of a registry over a site that outlives it.
   * @throws when the registry asks for something that the API does not have
   */
  open(registry: Registry, site: BuiltSite): Promise<DevelopedShop>;
  /** What makes up the server of a registry: a save that leaves it alone needs no other one. */
  facts(registry: Registry): string;
  close(): Promise<void>;
}

/** The server of the newest registry, over a site that outlives each of them. */
export interface CurrentShop {
  /** Null as long as no registry has had a server. */
  server(): DevelopedShop | null;
  /**
   * Puts the server of this registry in the place of the one before, unless that serves it as well.
   * @throws when the registry asks for something that the API does not have
   */
  renew(registry: Registry, site: BuiltSite): Promise<void>;
}

export function createCurrentShop(api: DevelopedApi): CurrentShop {
  let current: { facts: string; server: DevelopedShop } | null = null;
  let last = Promise.resolve();

  async function replace(registry: Registry, site: BuiltSite): Promise<void> {
    const before = current;
    const facts = api.facts(registry);
    if (facts === before?.facts) return;
    current = { facts, server: await api.open(registry, site) };
    await before?.server.close();
  }

  return {
    server: () => current?.server ?? null,
    renew(registry, site) {
      const next = last.then(() => replace(registry, site));
      last = next.catch(() => {});
      return next;
    },
  };
}
