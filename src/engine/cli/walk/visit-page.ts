import type { BrowserContext, Page } from 'playwright-core';
import { axeProblems, layoutShift, movedParts, overflow, watchErrors, watchShifts } from './examine.ts';

/** The most that a page may move under its reader's eyes (CLS): a fifth of what passes for good. */
const MOST_SHIFT = 0.02;

/** What a page is made of, as the browser names it: none of it may be missing. */
const PARTS: ReadonlySet<string> = new Set(['image', 'script', 'stylesheet', 'font', 'media']);

/** ms that a page is given to become still. */
const PATIENCE = 30_000;

/** What was found on a page, a line each; none on a page as it should be. */
export interface PageVisit {
  problems: string[];
  /** Paths of this site that it links to. */
  links: string[];
}

/** What else a page is held against; a line for each problem. */
export type Examine = (page: Page) => Promise<readonly string[]>;

const linksOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname),
  );

/** What a page has against it besides its answer and its console: how it moved, its width, and what axe finds. */
async function problemsOf(page: Page, examine: Examine): Promise<string[]> {
  const problems: string[] = [];
  const [shifted, wider] = [await layoutShift(page), await overflow(page)];
  if (shifted > MOST_SHIFT) {
    const parts = (await movedParts(page)).join('; ');
    problems.push(`moves by ${shifted.toFixed(3)} while it is shown: ${parts}`);
  }
  if (wider > 0) problems.push(`is ${wider} px wider than the window`);
  return [...problems, ...(await axeProblems(page)), ...(await examine(page))];
}

/** A tab of a browser, in which one page is opened after the other: a tab for each takes a process of its own to start. */
export interface Tab {
  /** Opens an address as a reader does, and looks for what no page should have. */
  visit: (url: string) => Promise<PageVisit>;
  close: () => Promise<void>;
}

/** @param enter makes a browser profile of the reader; again after a page that could not be looked at, which may hold up its process */
export function openTab(enter: () => Promise<BrowserContext>, examine: Examine = async () => []): Tab {
  const problems: string[] = [];
  let tab: Page | undefined;

  async function open(): Promise<Page> {
    const opened = await (await enter()).newPage();
    watchErrors(opened, problems);
    opened.on('response', (response) => {
      const isPart = PARTS.has(response.request().resourceType());
      if (response.status() >= (isPart ? 400 : 500)) problems.push(`${response.status()} ${response.url()}`);
    });
    await watchShifts(opened);
    return opened;
  }

  async function look(page: Page, url: string): Promise<PageVisit> {
    const response = await page.goto(url, { waitUntil: 'networkidle', timeout: PATIENCE });
    const status = response?.status() ?? 0;
    if (status >= 400 && !new URL(url).pathname.endsWith('/404')) problems.push(`answers ${status}`);
    const found = await problemsOf(page, examine);
    return { problems: [...problems, ...found], links: await linksOf(page) };
  }

  return {
    async visit(url) {
      problems.length = 0;
      tab ??= await open();
      try {
        return await look(tab, url);
      } catch (fault) {
        const found = [...problems, fault instanceof Error ? fault.message : String(fault)];
        /* Not waited for: a page whose scripts never pause may not let itself be closed before the browser is. */
        tab
          .context()
          .close()
          .catch(() => undefined);
        tab = undefined;
        return { problems: found, links: [] };
      }
    },
    close: async () => tab?.context().close(),
  };
}
