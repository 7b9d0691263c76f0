import type { Page } from 'playwright-core';

/** What React keeps of each component; of it, what is read here. */
interface Fiber {
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedState: unknown;
  stateNode: unknown;
}

/** Runs in the page. React hydrates block by block: a part whose turn has not come is still marked as dehydrated. */
function isHydrated(): boolean {
  const root = document.querySelector('#root');
  if (!root) return true;
  const container = Object.keys(root).find((key) => key.startsWith('__reactContainer'));
  if (container === undefined) return false;
  const { stateNode } = Reflect.get(root, container) as Fiber;
  const waiting = [(stateNode as { current: Fiber }).current];
  for (let fiber = waiting.pop(); fiber; fiber = waiting.pop()) {
    const state = fiber.memoizedState as { isDehydrated?: unknown; dehydrated?: unknown } | null;
    if (state?.isDehydrated === true || (state?.dehydrated ?? null) !== null) return false;
    if (fiber.sibling) waiting.push(fiber.sibling);
    if (fiber.child) waiting.push(fiber.child);
  }
  return true;
}

/** Until the scripts have taken over all that the server rendered: what is pressed or typed earlier could be lost. */
export async function untilHydrated(page: Page): Promise<void> {
  // The walk takes processor time from the hydration that it waits for: not with every frame.
  await page.waitForFunction(isHydrated, undefined, { polling: 40 });
}

/** Until earlier changes have been drawn. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}
