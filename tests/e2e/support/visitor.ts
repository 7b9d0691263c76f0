import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { type ChromiumOptions, launchChromium } from '#engine/cli/chromium.ts';
import { untilHydrated } from '../../support/hydrated.ts';
import { secondsToWait } from './busy.ts';
import { Profiles } from './profiles.ts';
import { watchCalls } from './still.ts';
import { accountFor } from './tries.ts';

export interface Visitor {
  page: Page;
  /** The account of this try; '' for nobody. */
  username: string;
  context: BrowserContext;
  /** Another tab, listened to like the first. */
  tab: () => Promise<Page>;
  /** The shop's address with this path. */
  at: (path: string) => string;
}

export interface VisitorOptions {
  /** Logged in as this demo account; a buyer is another one in a retry (see `accountFor`). */
  as?: string;
  width?: number;
  height?: number;
  /** With a profile that no test had before: nothing is cached, and a clock that is stopped stops for nobody else. */
  isNew?: boolean;
  /** On a phone of 375 × 812 px that is touched. */
  isPhone?: boolean;
  /** With the shop's service worker; the others do without it, so that a test may answer in place of the server. */
  hasWorker?: boolean;
  /** What the console will say because the test makes it: a refused call is reported there. */
  expected?: RegExp;
}

let profiles: Profiles;

interface Opened {
  browser: Browser;
  profiles: Profiles;
}

/** That of most files. */
let shared: Opened | undefined;

async function launch(options: ChromiumOptions = {}): Promise<Opened> {
  const browser = await launchChromium(options);
  return { browser, profiles: new Profiles(browser, inject('shop')) };
}

/**
 * To be called once in a test file: a browser for its tests. One without options is that of the files before, which has the
 * scripts of the shop and has compiled them; it ends with the process that runs the files.
 */
export function shareBrowser(options?: ChromiumOptions): void {
  if (options === undefined) {
    beforeAll(async () => {
      if (!shared?.browser.isConnected()) shared = await launch();
      profiles = shared.profiles;
    });
    return;
  }
  let own: Browser;
  beforeAll(async () => {
    ({ browser: own, profiles } = await launch(options));
  });
  afterAll(() => own.close());
}

const waitAfter = (response: Response) => secondsToWait(response.status(), response.headers()['retry-after']);

/** What a page may say on the console although nothing is wrong with it. */
const HARMLESS = [/Download the React DevTools/];

/** A fresh visitor for one test. Any error on a console or in a script fails the test, whatever it looked at. */
export async function visit(options: VisitorOptions = {}): Promise<Visitor> {
  const { isNew = false, isPhone = false, hasWorker = false, expected } = options;
  const { width = isPhone ? 375 : 1440, height = isPhone ? 812 : 900 } = options;
  const harmless = expected ? [...HARMLESS, expected] : HARMLESS;
  const shop = inject('shop');
  const username = options.as === undefined ? '' : accountFor(options.as);
  const profile = await profiles.take({ isNew, isPhone, hasWorker });
  const { context } = profile;
  const complaints: string[] = [];
  async function tab(): Promise<Page> {
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    const [open, again] = [page.goto.bind(page), page.reload.bind(page)];
    const busy = new Set<string>();
    page.goto = async (...where) => {
      for (;;) {
        const response = await open(...where);
        const seconds = response ? waitAfter(response) : undefined;
        if (seconds === undefined) {
          await untilHydrated(page);
          return response;
        }
        await sleep(seconds * 1000);
      }
    };
    page.reload = async (options) => {
      const response = await again(options);
      await untilHydrated(page);
      return response;
    };
    watchCalls(page);
    page.on('response', (response) => {
      if (waitAfter(response) !== undefined) busy.add(response.url());
    });
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      const { url } = message.location();
      const isHarmless = busy.has(url) || harmless.some((pattern) => pattern.test(text));
      if (message.type() === 'error' && !isHarmless) complaints.push(`${page.url()}: ${text} ${url}`);
    });
    return page;
  }
  const page = await tab();
  onTestFinished(async ({ task }) => {
    const isKept = !isNew && !isPhone && !hasWorker && task.result?.state === 'pass';
    await profiles.leave(profile, isKept);
    expect(complaints, complaints.join('\n')).toEqual([]);
  });
  if (username !== '') {
    const answer = await context.request.post('/api/login', {
      form: { username, password: 'Demo@2026' },
    });
    expect(answer.status()).toBe(200);
  }
  return { page, username, context, tab, at: (path) => shop + path };
}
