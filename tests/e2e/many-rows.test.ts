import { expect, test } from 'vitest';
import { focusOf } from './support/keyboard.ts';
import { gotoStill } from './support/still.ts';
import { plainGoods } from './support/touch.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const ROWS = 5000;

/** ms for which a page may not answer its reader. */
const LONGEST = 1000;

test('a list of 5,000 rows is pasted: each is answered, what is there is filled in, and the page goes on answering', async () => {
  const { page, context } = await visit({ as: 'buyer-66' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const goods = (await plainGoods(context.request)).slice(0, 20);
  const known = goods.map(({ code, multiple }) => `${code}\t${multiple}`);
  const missing = Array.from({ length: ROWS - known.length }, (_, index) => `NOPE${index + 1}\t1`);
  await gotoStill(page, '/kjcg');
  const longest = await page.evaluateHandle(() => {
    const seen = { ms: 0 };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.ms = Math.max(seen.ms, duration);
    }).observe({ type: 'longtask' });
    return seen;
  });
  await page.getByRole('combobox', { name: '加一行' }).focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), [...missing, ...known].join('\n'));
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('button', { name: `填入 ${known.length} 行` }).waitFor();
  await expect.poll(async () => (await focusOf(page)).name).toBe(`填入 ${known.length} 行`);
  await expect.poll(() => page.locator('main tbody tr', { hasText: 'NOPE' }).count()).toBe(missing.length);
  await page.keyboard.press('Enter');
  await page.getByText(new RegExp(`^已填 ${known.length} 个品种`)).waitFor();
  expect(await longest.evaluate(({ ms }) => ms)).toBeLessThan(LONGEST);
});
