import type { createBrowserRouter, RouteObject } from 'react-router-dom';
import type { ViteHotContext } from 'vite/types/hot.js';
import type { PlacedBlock, PublicRegistry } from '#generated/schemas.ts';
import type { Code } from '#renderer/code.ts';

/** What a saved config changes; `tools/vite-plugin` is the other end. */
interface Changes {
  registry?: PublicRegistry;
  pages: Record<string, PlacedBlock[]>;
  shells: Record<string, PlacedBlock[]>;
}

interface Running {
  registry: PublicRegistry;
  code: Code;
  router: ReturnType<typeof createBrowserRouter>;
  routesOf: (registry: PublicRegistry) => RouteObject[];
}

/** Routes and shells can be exchanged while a page is open; the rest is built into the session. */
const settingsOf = ({ site, calls, errors, slots }: PublicRegistry) =>
  JSON.stringify([site, calls, errors, slots]);

/** In development: takes saved changes of the config into the open page, without losing what the reader has typed. */
export function listen(hot: ViteHotContext, { registry, code, router, routesOf }: Running): void {
  const settings = settingsOf(registry);

  hot.on('storewright:recovered', () => {
    for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.remove();
  });
  hot.on('storewright:changed', (changes: Changes) => {
    if (changes.registry && settingsOf(changes.registry) !== settings) return window.location.reload();
    code.replace(changes);
    if (!changes.registry) return undefined;
    // oxlint-disable-next-line no-underscore-dangle -- the router's own way to exchange its routes
    router._internalSetRoutes(routesOf(changes.registry));
    return void router.revalidate();
  });
}
