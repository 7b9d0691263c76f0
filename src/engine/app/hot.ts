import type { createBrowserRouter, RouteObject } from 'react-router-dom';
import type { ViteHotContext } from 'vite/types/hot.js';
import type { CallBinding, PlacedBlock, PublicPage, PublicRegistry } from '#engine/generated/schemas.ts';
import type { Code } from '#engine/renderer/code.ts';

/** What a saved config changes; `src/engine/cli/vite-plugin` is the other end. */
interface Changes {
  registry?: PublicRegistry;
  pages: Record<string, PublicPage>;
  shells: Record<string, PlacedBlock[]>;
}

interface Running {
  registry: PublicRegistry;
  /** The calls of the session, to be completed. */
  calls: Record<string, CallBinding>;
  code: Code;
  router: ReturnType<typeof createBrowserRouter>;
  routesOf: (registry: PublicRegistry) => RouteObject[];
}

/** Routes and shells can be exchanged while a page is open; the rest is built into the session. */
const settingsOf = ({ site, calls, errors }: PublicRegistry) => JSON.stringify([site, calls, errors]);

/** The edition of the config that the server rendered this page from; the development server writes it. */
const editionShown = () =>
  document.querySelector<HTMLMetaElement>('meta[name="storewright-edition"]')?.content ?? '';

/** In development: takes saved changes of the config into the open page, without losing what the reader has typed. */
export function listen(hot: ViteHotContext, { registry, calls, code, router, routesOf }: Running): void {
  const settings = settingsOf(registry);

  hot.on('storewright:recovered', () => {
    for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.remove();
  });
  hot.on('storewright:changed', (changes: Changes) => {
    if (changes.registry && settingsOf(changes.registry) !== settings) return window.location.reload();
    for (const page of Object.values(changes.pages)) Object.assign(calls, page.calls);
    const asksOtherwise = code.replace(changes);
    // oxlint-disable-next-line no-underscore-dangle -- in development only: there is no public way to exchange routes
    if (changes.registry) router._internalSetRoutes(routesOf(changes.registry));
    return asksOtherwise || changes.registry ? void router.revalidate() : undefined;
  });
  /* What was saved between the rendering of this page and now comes as an answer to this. */
  hot.send('storewright:listening', { edition: editionShown() });
}
