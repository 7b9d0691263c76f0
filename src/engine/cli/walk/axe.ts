import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Which part of a page axe looks at, all of it when left out, and by which of its rules. */
export interface AxeScope {
  within?: string;
  only?: readonly string[];
  without?: readonly string[];
  /** Are targets held against 24 px as well? Not where something is open over the page, which covers them. */
  targets?: boolean;
}

/** An element that breaks a rule of axe. */
export interface AxeViolation {
  rule: string;
  /** What the rule asks for, in words. */
  help: string;
  /** Selectors of the element, the frames around it first. */
  target: string;
  html: string;
}

/** A rule of WCAG 2.2 AA that axe leaves out unless it is asked for: targets of 24 px. */
const TARGETS = 'target-size';

interface PageRun {
  selector: string | undefined;
  how: axe.RunOptions;
  targets: string;
}

/** Runs in the page. */
async function run({ selector, how, targets }: PageRun): Promise<AxeViolation[]> {
  const { axe: here } = window as unknown as { axe: typeof axe };

  /** Is it too small wherever the page is scrolled to? A bar or an open menu covers what lies under it now. */
  async function isSmall([target]: axe.NodeResult['target']): Promise<boolean> {
    const element = typeof target === 'string' ? document.querySelector(target) : null;
    if (element === null) return true;
    const { scrollX, scrollY } = window;
    let isSmall = true;
    for (const block of ['center', 'end', 'start'] as const) {
      if (!isSmall) break;
      element.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
      const { violations } = await here.run(element, { ...how, runOnly: [targets] });
      isSmall = violations.length > 0;
    }
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    return isSmall;
  }

  const { violations } = await here.run(selector ?? document, how);
  const found: AxeViolation[] = [];
  for (const { id, help, nodes } of violations)
    for (const { target, html } of nodes)
      if (id !== targets || (await isSmall(target)))
        found.push({ rule: id, help, target: target.join(' '), html });
  return found;
}

/** Minified: on its way into a page, which takes longer than to run it, each of its characters counts. */
const readSource = () => readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

let source: Promise<string> | undefined;

/**
 * What axe finds on a page. It stays in the document, for the pages that are gone to by links: to bring it again each time
 * takes longer than it runs.
 */
export async function runAxe(
  page: Page,
  { within, only, without = [], targets = false }: AxeScope = {},
): Promise<AxeViolation[]> {
  source ??= readSource();
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const how: axe.RunOptions = {
    resultTypes: ['violations'],
    /* Only rules that are off by default read the style sheets themselves. */
    preload: false,
    ...(only && { runOnly: [...only] }),
    rules: {
      [TARGETS]: { enabled: targets },
      ...Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    },
  };
  return page.evaluate(run, { selector: within, how, targets: TARGETS });
}
