import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds on a page: a rule and the places that break it, a line each. In the page itself: its other way opens a
 * second page for every result, only for frames of other origins, of which there are none here, and takes twice as long.
 * @param within a selector of the part that is looked at
 */
export async function violationsOn(page: Page, within = 'html'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .include(within)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html}`),
  );
}
