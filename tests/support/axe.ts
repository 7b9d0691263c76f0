import type { Page } from 'playwright-core';
import { type AxeScope, runAxe } from '#engine/cli/walk/axe.ts';

/** What axe finds on a page at rest, which moves less from then on: a rule and the place that breaks it, a line each. */
export async function violationsOn(page: Page, scope?: AxeScope): Promise<string[]> {
  /* A button that can be pressed again is too faint until its colours have gone over; this ends what is under way. */
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const found = await runAxe(page, scope);
  return found.map(({ rule, target, html }) => `${rule}: ${target} ${html}`);
}
