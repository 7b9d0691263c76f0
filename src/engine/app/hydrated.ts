import { isLateLoading, lateLoaded } from '#engine/ui/late/late.tsx';

/** Longest wait for a quiet moment, ms. */
const LATEST = 2000;

/** Where there is no such call, hydration of a large page is over after about this long, ms. */
const USUAL = 300;

function quietMoment(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST });
    else setTimeout(resolve, USUAL);
  });
}

/**
 * Resolves in the first quiet moment: React hydrates block by block, and what changes before a block's turn
 * would no longer match its HTML. While the code of a late part is on its way all is quiet, too, and nothing hydrated.
 */
export async function afterHydration(): Promise<void> {
  await quietMoment();
  while (isLateLoading()) {
    await lateLoaded();
    await quietMoment();
  }
}
