import type { Page } from 'playwright-core';
import { type AxeScope, runAxe } from '#engine/cli/walk/axe.ts';

/** What axe finds on a page: a rule and the place that breaks it, a line each. */
export async function violationsOn(page: Page, scope?: AxeScope): Promise<string[]> {
  const found = await runAxe(page, scope);
  return found.map(({ rule, target, html }) => `${rule}: ${target} ${html}`);
}
