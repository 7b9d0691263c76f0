import type { BrowserContext } from 'playwright-core';

/** The last code that a phone was sent, as the demo's outbox shows it. */
export async function codeFor(context: BrowserContext, phone: string): Promise<string> {
  const page = await context.newPage();
  await page.goto(`/dev/outbox?phone=${phone}`);
  const code = (await page.locator('main table tbody tr').first().locator('td').nth(2).textContent()) ?? '';
  await page.close();
  return code.trim();
}
