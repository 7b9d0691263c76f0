import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';

const MOVING = `
  p { transition: padding 1s; animation: 1s linear infinite blink }
  @keyframes blink { to { opacity: 0 } }`;

describe('the base styles, for who wants no motion', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** What moves once an element that has its first style gets another: none declares a motion but `p`. */
  async function movingWith(reducedMotion: 'reduce' | 'no-preference'): Promise<string[]> {
    const page = await browser.newPage({ reducedMotion });
    const base = await readFile('src/engine/ui/reset/base.css', 'utf8');
    await page.setContent(`<style>${base}${MOVING}</style><p>One</p><ul><li>Two</li></ul>`);
    const moving = await page.evaluate(() => {
      const parts = [...document.querySelectorAll<HTMLElement>('p, ul, li')];
      for (const part of parts) void getComputedStyle(part).paddingTop;
      for (const part of parts) part.style.paddingTop = '40px';
      return parts.flatMap((part) => {
        void getComputedStyle(part).paddingTop;
        return part.getAnimations().map((animation) => `${part.localName} ${animation.constructor.name}`);
      });
    });
    await page.close();
    return moving;
  }

  it('neither move what moves for others, nor anything of their own', async () => {
    expect(await movingWith('no-preference')).toEqual(['p CSSTransition', 'p CSSAnimation']);
    expect(await movingWith('reduce')).toEqual([]);
  });
});
