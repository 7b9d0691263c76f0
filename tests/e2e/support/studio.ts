import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { type Development, startDevelopment } from '#tools/dev-process.ts';
import { untilHydrated } from '../../support/hydrated.ts';

/** The label of a group, with the mark of what is required or without. */
const exactly = (label: string) =>
  new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?: \\*)?$`);

/** The shop, within the studio. */
const FRAME = 'iframe[title="商店"]';

/** How a block of the insert dialog is found, and what it is called there. */
interface Insertion {
  words: string;
  type: string;
  /** Only what it must have. */
  least?: boolean;
}

interface NewPage {
  kind: string;
  title: string;
  /** Its address, without the slash. */
  name: string;
  /** When it begins and ends, where its kind does: `2026-12-01 00:00`. */
  from?: string;
  until?: string;
}

/** The studio of a shop in development, in a browser, over a copy of the config. */
export class StudioPage {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #development: Development;

  constructor(page: Page, browser: Browser, development: Development) {
    this.page = page;
    this.#browser = browser;
    this.#development = development;
  }

  get url(): string {
    return this.#development.url;
  }

  get configDir(): string {
    return this.#development.configDir;
  }

  /** A file of the config as it is on the disk. */
  read(path: string): Promise<string> {
    return readFile(join(this.configDir, path), 'utf8');
  }

  /** Changes a file as an editor does. */
  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.configDir, path), text);
  }

  shop(): FrameLocator {
    return this.page.frameLocator(FRAME);
  }

  /** The address that the frame was given. */
  frameAddress(): Promise<string | null> {
    return this.page.locator(FRAME).getAttribute('src');
  }

  item(name: string): Locator {
    return this.page.getByRole('treeitem').filter({ hasText: name }).first();
  }

  inspector(): Locator {
    return this.page.getByRole('complementary', { name: '属性与数据' });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** The inside of a group of fields, by the labels of the groups around it, outside in. */
  group(...labels: string[]): Locator {
    return labels.reduce(
      (outer, label) =>
        outer
          .locator('details')
          .filter({ has: this.page.locator('> summary', { hasText: exactly(label) }) })
          .first(),
      this.inspector(),
    );
  }

  field(label: string, ...groups: string[]): Locator {
    const group = this.group(...groups);
    const byRole = (role: 'combobox' | 'textbox') => group.getByRole(role, { name: label, exact: true });
    return byRole('combobox').or(byRole('textbox')).and(this.page.locator('input')).first();
  }

  /** Opens groups of fields that are folded, outside in. */
  async unfold(groups: readonly string[]): Promise<void> {
    for (const [depth] of groups.entries()) {
      const group = this.group(...groups.slice(0, depth + 1));
      await group.waitFor();
      if ((await group.getAttribute('open')) === null) await group.locator('> summary').click();
    }
  }

  /** Types into a field and enters it; the field keeps what was typed. */
  async fill(label: string, text: string, ...groups: string[]): Promise<void> {
    await this.unfold(groups);
    const field = this.field(label, ...groups);
    await field.fill(text);
    await field.press('Enter');
    await field.press('Escape');
    await this.settled();
  }

  /** Chooses from a list by the words that are shown. */
  async choose(label: string, option: string, ...groups: string[]): Promise<void> {
    await this.unfold(groups);
    const list = this.group(...groups).getByRole('combobox', { name: label, exact: true });
    await list.and(this.page.locator('select')).first().selectOption({ label: option });
    await this.settled();
  }

  async press(button: string, ...groups: string[]): Promise<void> {
    await this.unfold(groups);
    await this.group(...groups)
      .getByRole('button', { name: button, exact: true })
      .first()
      .click();
    await this.settled();
  }

  async insert({ words, type, least = false }: Insertion): Promise<void> {
    await this.page
      .getByRole('button', { name: /插入区块$/ })
      .first()
      .click();
    const dialog = this.page.getByRole('dialog', { name: '插入区块' });
    await dialog.getByRole('textbox', { name: '找区块' }).fill(words);
    await dialog.getByRole('checkbox').setChecked(least);
    await dialog.locator('li button', { hasText: type }).first().click();
    await dialog.waitFor({ state: 'hidden' });
    await this.settled();
  }

  /** Waits until what was changed is in the files, as a person does who looks at what came of it. */
  async settled(): Promise<void> {
    await this.page.locator('[role=status][aria-label=保存][aria-busy=false]').waitFor({ state: 'attached' });
  }

  /** Where the address of the page in the frame is typed. */
  address(): Locator {
    return this.page.getByRole('combobox', { name: '页面' });
  }

  /** Goes to a page in the frame. */
  async open(path: string): Promise<void> {
    await this.address().fill(path);
    await this.address().press('Enter');
  }

  /** A new page from a scaffold. */
  async newPage({ kind, title, name, from, until }: NewPage): Promise<void> {
    await this.button('新页面').click();
    const dialog = this.page.getByRole('dialog', { name: '新页面' });
    await dialog.getByRole('combobox', { name: '种类' }).selectOption(kind);
    await dialog.getByRole('textbox', { name: '标题' }).fill(title);
    await dialog.getByRole('textbox', { name: '地址' }).fill(name);
    if (from !== undefined) await dialog.getByRole('textbox', { name: '开始' }).fill(from);
    if (until !== undefined) await dialog.getByRole('textbox', { name: '结束' }).fill(until);
    await dialog.getByRole('button', { name: '建立' }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Presses a mouse button on something in the frame, which the studio shows at a smaller scale. */
  async clickInShop(target: Locator): Promise<void> {
    const outer = await this.page.locator(FRAME).evaluate((frame: HTMLElement) => {
      const { left, top, width } = frame.getBoundingClientRect();
      return { left, top, scale: width / frame.offsetWidth };
    });
    const inner = await target.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await this.page.mouse.click(outer.left + inner.x * outer.scale, outer.top + inner.y * outer.scale);
  }

  /** Waits until a file of the config holds a text, or no longer. */
  async untilFile(path: string, holds: (text: string) => boolean): Promise<void> {
    await vi.waitUntil(async () => holds(await this.read(path)), { timeout: 30_000 });
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#development.stop();
  }
}

/** Opens the studio over a copy of a config; each module may have to be transformed first. */
export async function openStudio(configDir = 'config'): Promise<StudioPage> {
  const development = await startDevelopment(configDir);
  const isUp = () =>
    fetch(`${development.url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isUp, { timeout: 180_000, interval: 300 });
  const browser = await launchChromium();
  const page = await browser.newPage({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  /* As for somebody who has been led through it. */
  await page.addInitScript(() => localStorage.setItem('storewright:studio-toured', 'yes'));
  await page.goto(`${development.url}/`);
  await untilHydrated(page);
  await page.goto(`${development.url}/studio`);
  const studio = new StudioPage(page, browser, development);
  await studio.item('页面 ').waitFor();
  return studio;
}
