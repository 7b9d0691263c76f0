import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from '#engine/cli/chromium.ts';
import { type Development, startDevelopment } from '../dev-process.ts';
import { besideOthers } from './machine.ts';
import { median } from './median.ts';
import type { Measured } from './rows.ts';

const SAVES = 9;

/** Each module may have to be transformed before a page is there for the first time, ms. */
const PATIENCE = 120_000;

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Asked in the page at each frame; a locator asks after 20, 70, 170, 270 and 770 ms. */
const shows = (title: string): boolean =>
  [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === title);

async function measure({ url, configDir }: Development): Promise<Measured> {
  const save = (text: string) =>
    writeFile(
      join(configDir, 'pages/bench.yaml'),
      `name: bench\npath: /bench\ntitle: 保存\nblocks:\n  - { block: text, level: title, text: ${text} }\n`,
    );
  await save('第 0 版');
  while (!(await answers(`${url}/bench`))) await sleep(200);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`${url}/bench`);
    const { result, others } = await besideOthers(async () => {
      const times: number[] = [];
      for (let version = 1; version <= SAVES + 1; version += 1) {
        const started = performance.now();
        await save(`第 ${version} 版`);
        await page.waitForFunction(shows, `第 ${version} 版`);
        times.push(performance.now() - started);
      }
      return times;
    });
    /* The first one may have waited for the page to come alive. */
    return { value: median(result.slice(1)), others };
  } finally {
    await browser.close();
  }
}

/** Median ms in which an open page of `npm run dev` shows what was saved. */
export async function measureSaved(configDir: string): Promise<Measured> {
  const development = await startDevelopment(configDir);
  try {
    return await measure(development);
  } finally {
    await development.stop();
  }
}
