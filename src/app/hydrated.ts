/** Longest wait for a quiet moment, ms. */
const LATEST = 2000;

/** Where there is no such call, hydration of a large page is over after about this long, ms. */
const USUAL = 300;

/**
 * Resolves in the first quiet moment: React hydrates block by block, and what changes before a block's turn
 * would no longer match its HTML.
 */
export function afterHydration(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST });
    else setTimeout(resolve, USUAL);
  });
}
