import { isLateLoading, lateLoaded } from '../ui/late/late.tsx';

/** Longest wait for a quiet moment, ms. */
const MAX_WAIT = 2000;

/** Where there is no such call, hydration of a large page is over after about this long, ms. */
const FALLBACK_WAIT = 300;

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT });
    else setTimeout(resolve, FALLBACK_WAIT);
  });
}

/**
 * Resolves in the first quiet moment: React hydrates block by block, and what changes before a block's turn
 * would no longer match its HTML. While the code of a late part is on its way all is quiet, too, and nothing hydrated.
 */
export async function afterHydration(): Promise<void> {
  await idle();
  while (isLateLoading()) {
    await lateLoaded();
    await idle();
  }
}
