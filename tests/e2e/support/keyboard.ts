import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { gotoStill } from './still.ts';

/** Longest way of the focus that a journey goes. */
const STEPS = 250;

/** What has the focus. */
interface Focus {
  /** As a screen reader would name it. */
  name: string;
  /** Is it marked, and is any of it in sight? */
  isSeen: boolean;
}

/** Runs in the page. */
function readFocus(): Focus {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return { name: '', isSeen: false };
  const labelled = at.getAttribute('aria-labelledby')?.split(' ') ?? [];
  const labels = at.matches('input, select, textarea') ? (at as HTMLInputElement).labels : undefined;
  const words = [
    at.getAttribute('aria-label'),
    ...labelled.map((id) => document.getElementById(id)?.textContent),
    ...Array.from(labels ?? [], ({ textContent }) => textContent),
    at.matches('select, textarea') ? '' : at.textContent,
  ];
  const name = words.filter(Boolean).join(' ').trim();
  // A box of the browser is hidden behind the one that is drawn in its place.
  const drawn = [at, at.parentElement, at.nextElementSibling, at.closest('label')].filter(
    (part) => part !== null,
  );
  const isMarked = drawn.some((part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  const { left, top, right, bottom } = (at.closest('label') ?? at).getBoundingClientRect();
  const [x, y] = [
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  ];
  const above = document.elementFromPoint(x, y);
  const isInSight = above !== null && drawn.some((part) => part.contains(above) || above.contains(part));
  return { name, isSeen: isMarked && isInSight };
}

export const focusOf = (page: Page): Promise<Focus> => page.evaluate(readFocus);

/** Presses a key until what has the focus says `wanted`, which must then be seen to have it. */
export async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press(key);
    const { name } = await focusOf(page);
    if (!wanted.test(name)) {
      passed.push(name);
      continue;
    }
    await expect
      .poll(async () => (await focusOf(page)).isSeen, { message: `the focus on ${name} is seen` })
      .toBe(true);
    return;
  }
  throw new Error(`${STEPS} times ${key} did not lead to ${wanted}, but to ${passed.join(' | ')}`);
}

/** Goes to what says `wanted` and presses it. */
export async function press(page: Page, wanted: RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

/** Goes to a field and writes into it. */
export async function write(page: Page, label: RegExp, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Types into the search of the home page, and takes the first suggestion. */
export async function searchByKeys(page: Page, words: string): Promise<void> {
  await gotoStill(page, '/');
  await tabTo(page, /^搜索药品/);
  await page.keyboard.type(words);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?/);
}

/** From the head of a page to its content, past the menus. */
export async function toContent(page: Page): Promise<void> {
  await page.evaluate(() => document.getElementById('main')?.focus());
}
