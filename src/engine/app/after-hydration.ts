import { isLateLoading, lateLoaded } from '../ui/late/late.tsx';

/** Longest wait for an idle moment, ms. */
const MAX_WAIT = 2000;

/** Without `requestIdleCallback`: hydration of a large page takes about this long, ms. */
const FALLBACK_WAIT = 300;

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT });
    else setTimeout(resolve, FALLBACK_WAIT);
  });
}

/**
 * Resolves in the first idle moment after hydration: React hydrates block by block, and data that changes before a
 * block's turn would no longer match its HTML. While the code of a late component loads, the browser is idle, too.
 */
export async function afterHydration(): Promise<void> {
  await idle();
  while (isLateLoading()) {
    await lateLoaded();
    await idle();
  }
}
