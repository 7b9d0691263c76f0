import type { CDPSession, Page } from 'playwright-core';
import type { Registry } from '#engine/generated/schemas.ts';

/** How a page is looked at: the window, and what its reader has set for the whole browser. */
export interface Look {
  name: string;
  /** px of the window. */
  width: number;
  colours: 'light' | 'dark' | 'forced';
  /** Size of the text in percent. */
  text: 100 | 200;
  /** The rules that such a look can break where others do not; all rules without. */
  rules?: readonly string[];
}

/** What depends on colours alone. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What depends on how much room there is. */
const ROOM = ['target-size', 'scrollable-region-focusable'];

/* The wide ones first: a page is opened in a wide window, and each change of it costs time. */
const LOOKS: readonly Look[] = [
  { name: '1440', width: 1440, colours: 'light', text: 100 },
  { name: '1440 dark', width: 1440, colours: 'dark', text: 100, rules: COLOURS },
  { name: '1440 forced colours', width: 1440, colours: 'forced', text: 100, rules: COLOURS },
  { name: '1440 text 200%', width: 1440, colours: 'light', text: 200, rules: ROOM },
  { name: '768', width: 768, colours: 'light', text: 100 },
  { name: '375', width: 375, colours: 'light', text: 100 },
  { name: '375 dark', width: 375, colours: 'dark', text: 100, rules: COLOURS },
];

const HEIGHTS: Readonly<Record<number, number>> = { 1440: 900, 768: 1024, 375: 812 };

/** The block by which a reader chooses dark pages. */
const APPEARANCE = 'appearance';

/** How each page of a site is looked at: dark only where its readers may have it so. */
export function looksOf({ pages, shells }: Registry): Look[] {
  const isDarkOffered = [...Object.values(pages), ...Object.values(shells)].some(({ types }) =>
    types.includes(APPEARANCE),
  );
  return LOOKS.filter(({ colours }) => colours !== 'dark' || isDarkOffered);
}

/** Runs in every document before its own scripts: the pages follow the colours of the device. */
export function followDevice(): void {
  localStorage.setItem('appearance', JSON.stringify({ theme: 'system' }));
}

/** Runs in the page: what a change made it do is done, and drawn. */
async function settle(): Promise<void> {
  await new Promise((quiet) => requestIdleCallback(quiet, { timeout: 2000 }));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}

/** px of text that no reader has changed. */
const TEXT = 16;

/**
 * Makes an open page what it is in a look, without opening it again. The size of text is set as a reader sets it for the
 * whole browser, so that breakpoints in rem follow.
 */
export async function show(page: Page, session: CDPSession, { width, colours, text }: Look): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] ?? width });
  await page.emulateMedia({
    reducedMotion: 'reduce',
    colorScheme: colours === 'dark' ? 'dark' : 'light',
    forcedColors: colours === 'forced' ? 'active' : 'none',
  });
  await session.send('Page.setFontSizes', { fontSizes: { standard: (TEXT * text) / 100 } });
  await page.evaluate(settle);
}
