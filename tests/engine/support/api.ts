import type { SiteConfig } from '#engine/generated/schemas.ts';

type Api = SiteConfig['api'];

/** Where a shop's API is and how it talks, but for what is given: a shop whose `site.yaml` says nothing of it. */
export const apiWith = (settings: Partial<Api> = {}): Api => ({
  base: '',
  through: 'host',
  network: 'any',
  headers: {},
  auth: { cookies: false },
  encoding: 'json',
  query: { booleans: 'words', lists: 'repeat' },
  maxAnswer: 2000,
  timeout: 15_000,
  serverRenderTimeout: 100,
  ...settings,
});

/** A `fetch` of pages of this origin, outside a browser. */
export const fetchFrom =
  (origin: string): typeof globalThis.fetch =>
  (input, init) =>
    fetch(input instanceof Request ? input : new URL(input, origin), init);
