import type { Page } from 'playwright-core';
import { runAxe } from './axe.ts';

declare global {
  interface Window {
    /** How much has moved since the document began. */
    shifted: number;
    /** What moved, and by how many px: the start of each element. */
    moved: string[];
  }
}

/** What browsers report of a layout shift; TypeScript's library lacks it. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs in every document before anything else. */
function noteShifts(): void {
  window.shifted = 0;
  window.moved = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      window.shifted += entry.value;
      for (const { node, previousRect: was, currentRect: is } of entry.sources) {
        const what = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent;
        window.moved.push(`${what} by ${is.x - was.x}, ${is.y - was.y}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** To be called before a page is opened, for `layoutShift`. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(noteShifts);

/** How much has moved under its reader's eyes since the document began (CLS). */
export const layoutShift = (page: Page): Promise<number> => page.evaluate(() => window.shifted);

/** What has moved under its reader's eyes, a line each. */
export const movedParts = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.moved);

/** By how many px a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** What axe finds on a page, a line each. */
export async function axeProblems(page: Page): Promise<string[]> {
  const found = await runAxe(page);
  return found.map(({ rule, help, target }) => `axe ${rule} (${help}): ${target}`);
}

/** Notes, from now on, what a page says on its console that it should not, and the errors of its scripts. */
export function watchErrors(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    /* The answers say that themselves, and which of them it was. */
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (fault) => problems.push(`error: ${fault.message}`));
}
