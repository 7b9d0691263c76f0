import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds on a page: a rule and the places that break it, a line each. In the page itself: its other way opens a
 * second page for every result, only for frames of other origins, of which there are none here, and takes twice as long.
 * @param within a selector of the part that is looked at; all of it when left out
 */
export async function violationsOn(page: Page, within?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`),
  );
}
