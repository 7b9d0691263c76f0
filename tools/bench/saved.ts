import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inDevelopment } from './in-development.ts';
import { besideOthers } from './machine.ts';
import { median } from './median.ts';
import type { Measured } from './rows.ts';

const SAVES = 9;

/** Asked in the page at each frame; a locator asks after 20, 70, 170, 270 and 770 ms. */
const shows = (title: string): boolean =>
  [...document.querySelectorAll('h1')].some(({ textContent }) => textContent === title);

const save = (copy: string, version: number) =>
  writeFile(
    join(copy, 'pages/bench.yaml'),
    `name: bench\npath: /bench\ntitle: 保存\nblocks:\n  - { block: text, level: title, text: 第 ${version} 版 }\n`,
  );

/** Median ms in which an open page of `npm run dev` shows what was saved. */
export const measureSaved = (configDir: string): Promise<Measured> =>
  inDevelopment(
    configDir,
    { path: '/bench', prepare: (copy) => save(copy, 0) },
    async (page, { url, configDir: copy }) => {
      await page.goto(`${url}/bench`);
      const { result, others } = await besideOthers(async () => {
        const times: number[] = [];
        for (let version = 1; version <= SAVES + 1; version += 1) {
          const started = performance.now();
          await save(copy, version);
          await page.waitForFunction(shows, `第 ${version} 版`);
          times.push(performance.now() - started);
        }
        return times;
      });
      /* The first one may have waited for the page to come alive. */
      return { value: median(result.slice(1)), others };
    },
  );
