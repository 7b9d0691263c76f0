import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArgs, runCommand } from '#engine/cli/arguments.ts';
import { launchChromium } from '#engine/cli/chromium.ts';
import { seconds } from '#engine/cli/run.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { examineAs, type SeenPage } from './axe/examine.ts';
import { looksOf } from './axe/looks.ts';
import { linesOf, summaryOf } from './axe/table.ts';
import { siteReaders } from './site-pages.ts';
import { builtSite, logIn } from './site-process.ts';

const USAGE = `npm run axe -- [--only PART]… [--open PATH]… [--reader ROLE]… [--tabs N] [--site URL]
  每个页面的无障碍检查(WCAG 2.2 AA):访客、会员、员工,各种宽度、深色、强制颜色、大字 / every page held against WCAG 2.2 AA
  --only     页面名字里的几个字,或 / 开头的地址 / parts of names of pages, or addresses beginning with /
  --open     另外打开的地址:没有链接通到的页面,或页面的其它状态 / addresses beside all pages: those nothing links to, other states
  --reader   只以这些身份看 / only as these roles
  --tabs     2   同时打开几页 / pages open at a time
  --site     一个运行着的商店,不再构建 / a running shop, instead of a build of this one`;

const OPTIONS = {
  only: { type: 'string', multiple: true },
  open: { type: 'string', multiple: true },
  reader: { type: 'string', multiple: true },
  tabs: { type: 'string', default: '2' },
  site: { type: 'string' },
} as const;

/** Pages after which is told how far the run is. */
const PROGRESS = 20;

/** ms that a page is given to open, and each look at it. */
const PATIENCE = 20_000;

process.exitCode = await runCommand(USAGE, process.argv.slice(2), async (args) => {
  const { only, open, reader: roles, tabs, site } = readArgs(args, OPTIONS).values;
  const own = site === undefined ? await builtSite() : undefined;
  const started = performance.now();
  const browser = await launchChromium();
  try {
    const path = join(process.env['DIST_DIR'] ?? 'dist', 'registry.json');
    const registry = JSON.parse(await readFile(path, 'utf8')) as Registry;
    const seen: SeenPage[] = [];
    const unknown: string[] = [];
    const settings = {
      looks: looksOf(registry),
      parts: only ?? [],
      others: open ?? [],
      missing: registry.site.pages.notFound,
      tabs: Number(tabs),
      patience: PATIENCE,
      report: (page: SeenPage) => {
        seen.push(page);
        for (const line of linesOf(page)) console.log(line);
        if (seen.length % PROGRESS === 0) console.error(`${seen.length} 页 / pages, ${seconds(started)}`);
      },
    };
    const shop = { url: own?.url ?? site ?? '', logIn };
    for (const reader of siteReaders(registry)) {
      if (roles && !roles.includes(reader.role)) continue;
      const missed = await examineAs(browser, shop, reader, settings);
      unknown.push(...missed.map((page) => `${page} (${reader.role})`));
    }
    for (const line of summaryOf(seen)) console.log(line);
    if (unknown.length > 0) console.log(`没有链接通到 / nothing leads to: ${unknown.join(', ')}`);
    console.log(`${seen.length} 页 / pages, ${seconds(started)}`);
    const isClean = seen.every(({ breaches, fault }) => breaches.length === 0 && fault === undefined);
    return isClean && unknown.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await own?.stop();
  }
});
