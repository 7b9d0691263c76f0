import type { createBrowserRouter } from 'react-router-dom';

/**
 * A tab may be open for days, and the shop is built anew meanwhile: the parts of the pages that it has not been to are gone
 * from the server then. Where something cannot be had for that reason, the address is opened anew. This module's own file
 * tells: its name changes with whatever it leads to.
 */
export function reloadOnNewBuild(router: ReturnType<typeof createBrowserRouter>): void {
  async function check(): Promise<void> {
    const answer = await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.status === 404) window.location.reload();
  }
  window.addEventListener('vite:preloadError', () => void check());
  router.subscribe(({ errors }) => {
    if (errors) void check();
  });
}
