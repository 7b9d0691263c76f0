import type { createBrowserRouter } from 'react-router-dom';

/**
 * A tab may be open for days while the shop is deployed again: chunks that it has not loaded are then gone from the
 * server. When a chunk cannot be loaded for that reason, reloads the page. The address of this module tells, since it
 * contains a hash of everything that it imports.
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
