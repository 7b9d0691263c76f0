import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { inDevelopment } from './in-development.ts';
import { besideOthers } from './machine.ts';
import { median } from './median.ts';
import type { Figures } from './rows.ts';

const BLOCKS = 100;
const TURNS = 9;

/** Notices and texts in turn, which the shop shows each as a paragraph of its own. */
const pageText = `name: bench
path: /bench
title: 一百个区块
blocks:
${Array.from({ length: BLOCKS }, (_, index) => `  - { block: ${index % 2 === 0 ? 'text' : 'notice'}, text: 第 ${index} 段 }`).join('\n')}
`;

interface Turn {
  /** What the block that is pointed at says. */
  text: string;
  /** What it is changed to. */
  next: string;
}

/** ms of one turn. */
interface Times {
  /** From the press on the block to its form. */
  pointed: number;
  /** From Enter to the new words in the studio's own tree. */
  changed: number;
  /** From Enter to the new words in the shop. */
  seen: number;
}

/** Points at a block in the frame and changes its words, in the studio's page. */
async function takeTurn({ text, next }: Turn): Promise<Times> {
  const untilFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const until = async (what: string, holds: () => boolean) => {
    const given = performance.now() + 10_000;
    while (!holds()) {
      if (performance.now() > given) throw new Error(`${what} of ${text} did not come`);
      await untilFrame();
    }
    return performance.now();
  };
  const frame = document.querySelector<HTMLIFrameElement>('iframe')?.contentDocument;
  if (!frame) throw new Error('the studio has no frame');
  const leaf = (words: string) =>
    [...frame.querySelectorAll<HTMLElement>('main *')].find(
      (one) => one.childElementCount === 0 && one.textContent === words,
    );
  const field = () =>
    [...document.querySelectorAll<HTMLInputElement>('aside input')].find(({ value }) => value === text);
  const block = leaf(text);
  if (!block) throw new Error(`the shop does not show ${text}`);
  block.scrollIntoView({ block: 'center' });
  await untilFrame();
  const { left, top } = block.getBoundingClientRect();

  let started = performance.now();
  block.dispatchEvent(
    new MouseEvent('click', { clientX: left + 2, clientY: top + 2, bubbles: true, cancelable: true }),
  );
  const pointed = (await until('the form', () => field() !== undefined)) - started;

  const input = field();
  if (!input) throw new Error('the field has gone');
  input.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, next);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await untilFrame();
  started = performance.now();
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  const named = () =>
    [...document.querySelectorAll('[role="treeitem"]')].some((one) => one.textContent?.includes(next));
  const changed = until('the name in the tree', named);
  const seen = until('the change in the shop', () => leaf(next) !== undefined);
  return { pointed, changed: (await changed) - started, seen: (await seen) - started };
}

async function openStudio(page: Page, url: string): Promise<void> {
  /* As for somebody who has been led through it. */
  await page.addInitScript(() => localStorage.setItem('storewright:studio-toured', 'yes'));
  await page.goto(`${url}/studio`);
  const address = page.getByRole('combobox', { name: '页面' });
  await address.fill('/bench');
  await address.press('Enter');
  await page.waitForFunction(isAlive, BLOCKS);
}

/** Has the page in the frame come to life? Its blocks can be pointed at then. */
const isAlive = (blocks: number): boolean => {
  const marks = [...(document.querySelector('iframe')?.contentWindow?.storewrightMarks ?? [])];
  const shown = marks.filter(
    ({ placed, rects }) => placed.source.file.endsWith('bench.yaml') && rects().length > 0,
  );
  return shown.length >= blocks;
};

/** Medians of what the studio costs whoever works in it, on a page of a hundred blocks. */
export const measureStudio = (configDir: string): Promise<Figures> =>
  inDevelopment(
    configDir,
    { path: '/bench', prepare: (copy) => writeFile(join(copy, 'pages/bench.yaml'), pageText) },
    async (page, { url }) => {
      await openStudio(page, url);
      const { result, others } = await besideOthers(async () => {
        const times: Times[] = [];
        for (let turn = 0; turn <= TURNS; turn += 1) {
          const text = `第 ${turn * 10} 段`;
          times.push(await page.evaluate(takeTurn, { text, next: `${text}改了` }));
        }
        return times;
      });
      /* The first one may have waited for modules. */
      const of = (name: keyof Times) => ({ value: median(result.slice(1).map((one) => one[name])), others });
      return { studioPoint: of('pointed'), studioChange: of('changed'), studioSeen: of('seen') };
    },
  );
