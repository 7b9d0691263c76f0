import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { focusOf } from './support/keyboard.ts';
import { gotoStill } from './support/still.ts';
import { traceTasks } from './support/tasks.ts';
import { plainGoods } from './support/touch.ts';
import { shareBrowser, visit } from './support/visitor.ts';

shareBrowser();

const ROWS = 5000;

/** ms of processor during which a page may not answer its reader. */
const LONGEST = 1000;

/**
 * Rows of a table or list in which `text` is found. A locator of Playwright looks at the style of every element of
 * thousands of rows, and that would be measured as a task of the page.
 */
const rowsWith = (page: Page, rows: 'tr' | 'li', text: string): Promise<number> =>
  page.evaluate(
    ([selector, wanted]) => {
      const all = Array.from(document.querySelectorAll(`main ${selector}`));
      return all.filter(({ textContent }) => textContent.includes(wanted)).length;
    },
    [rows, text] as const,
  );

test('a list of 5,000 rows is pasted: each is answered, what is there is filled in, and the page goes on answering', async () => {
  const { page, context } = await visit({ as: 'buyer-66' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const goods = (await plainGoods(context.request)).slice(0, 20);
  const known = goods.map(({ code, multiple }) => `${code}\t${multiple}`);
  const missing = Array.from({ length: ROWS - known.length }, (_, index) => `NOPE${index + 1}\t1`);
  await gotoStill(page, '/kjcg');
  const longestTask = await traceTasks(page);
  await page.getByRole('combobox', { name: '加一行' }).focus();
  await page.evaluate((text) => navigator.clipboard.writeText(text), [...missing, ...known].join('\n'));
  await page.keyboard.press('ControlOrMeta+V');
  await expect.poll(async () => (await focusOf(page)).name).toBe(`填入 ${known.length} 行`);
  await expect.poll(() => rowsWith(page, 'tr', 'NOPE')).toBe(missing.length);
  await page.keyboard.press('Enter');
  await expect.poll(() => rowsWith(page, 'tr', 'NOPE')).toBe(0);
  await page.getByText(new RegExp(`^已填 ${known.length} 个品种`)).waitFor();
  await expect.poll(() => rowsWith(page, 'li', 'NOPE')).toBe(missing.length);
  expect(await longestTask()).toBeLessThan(LONGEST);
});
