import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCatalogue } from '#engine/cli/catalogue/build.ts';
import { exampleProject } from '#engine/cli/catalogue/examples.ts';
import { createModel } from '#engine/cli/catalogue/model.ts';
import { launchChromium } from '#engine/cli/chromium.ts';
import { loadProject } from '#engine/cli/project/load-project.ts';
import { constructsOf } from '#engine/cli/reference/constructs.ts';
import { CHECKS } from '#engine/compiler/checks/index.ts';
import { compile } from '#engine/compiler/compile.ts';
import { REFUSALS } from '#server/kernel/result/refusals.ts';
import { ENGLISH } from '../support/english-shop.ts';

const files = await loadProject();
const { project, examples } = createModel(files);

let folder = '';
let server: FastifyInstance;
let browser: Browser;
let page: Page;
let url = '';
const said: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-catalogue-'));
  await buildCatalogue(folder, REFUSALS);
  server = fastify();
  await server.register(fastifyStatic, { root: folder });
  url = await server.listen({ port: 0, host: '127.0.0.1' });
  browser = await launchChromium();
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1600, height: 1000 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await context.newPage();
  page.on('pageerror', (error) => said.push(String(error)));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Goes on to another section, as a link does. */
const turnTo = (section: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, section);

/** Opens a section; the catalogue is loaded once, which takes longer than most of these tests. */
async function open(section: string): Promise<void> {
  said.length = 0;
  const isLoaded = page.url().startsWith(url);
  await (isLoaded ? turnTo(section) : page.goto(`${url}/index.html#${section}`));
}

const ids = (prefix: string) =>
  page.locator(`tr[id^="${prefix}-"]`).evaluateAll((rows) => rows.map((row) => row.id));

describe('the catalogue', () => {
  it('is made of examples that pass the checks', () => {
    const { offenses } = compile(exampleProject(files).files);
    const errors = offenses.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ file, message }) => `${file} ${message.zh}`)).toEqual([]);
  });

  it('documents every call, slot, check and error code there is, and no other', async () => {
    await open('calls');
    await page.locator('tr[id]').first().waitFor();
    expect(await ids('call')).toEqual([...project.calls.keys()].map((name) => `call-${name}`));
    await turnTo('slots');
    await page.locator('tr[id^=slot-]').first().waitFor();
    expect(await ids('slot')).toEqual(Object.keys(project.slots).map((name) => `slot-${name}`));
    await turnTo('checks');
    await page.locator('tr[id^=check-]').first().waitFor();
    expect(await ids('check')).toEqual(CHECKS.map(({ meta }) => `check-${meta.code}`));
    await turnTo('errors');
    await page.locator('tr[id^=error-]').first().waitFor();
    expect((await ids('error')).toSorted()).toEqual(
      Object.keys(REFUSALS)
        .map((name) => `error-${name}`)
        .toSorted(),
    );
    expect(said).toEqual([]);
  });

  it('has every key of the config language, with an example of each construct', async () => {
    await open('language/page');
    const sections = page.locator('section[id^="language/"]');
    await sections.first().waitFor();
    const constructs = constructsOf(project.library);
    expect(await sections.evaluateAll((all) => all.map(({ id }) => id))).toEqual(
      constructs.map(({ id }) => `language/${id}`),
    );
    const rows = constructs.flatMap(({ groups }) => groups.flatMap((group) => group.rows));
    expect(await sections.locator('tbody tr').count()).toBe(rows.length);
    expect(await sections.locator('pre').count()).toBe(constructs.flatMap(({ examples }) => examples).length);
    expect(said).toEqual([]);
  });

  it('lists every block type', async () => {
    await open('calls');
    const links = page.getByRole('navigation', { name: '目录' }).locator('li a code');
    await links.first().waitFor();
    expect((await links.allTextContents()).toSorted()).toEqual([...project.library.blocks.keys()].toSorted());
  });

  it('puts every block type into one of a few groups with a Chinese name', async () => {
    const groups = Map.groupBy(project.library.blocks.values(), (schema) => String(schema['group']));
    expect([...groups.keys()].filter((name) => !/^\p{Script=Han}+$/u.test(name))).toEqual([]);
    /* A group of one or two is a misspelt one. */
    expect([...groups].filter(([, schemas]) => schemas.length < 3)).toEqual([]);
    await open('calls');
    const sections = page.getByRole('navigation', { name: '目录' }).getByRole('region');
    await sections.first().waitFor();
    const headings = await sections.getByRole('heading', { level: 3 }).allTextContents();
    expect(headings.toSorted()).toEqual([...groups.keys()].toSorted());
  });

  it('finds blocks by name, by Chinese title and by prop', async () => {
    await open('calls');
    const search = page.getByRole('searchbox', { name: '找区块' });
    const found = page.getByRole('region', { name: '找到的区块' }).locator('code');
    await search.fill('筛选栏');
    await expect.poll(() => found.allTextContents()).toEqual(['facet-bar']);
    await search.fill('COUPON-L');
    await expect.poll(() => found.allTextContents()).toEqual(['coupon-list']);
    await search.fill('submitText');
    await expect.poll(() => found.allTextContents()).toContain('form');
    await search.fill('没有这种区块');
    await page.getByRole('region', { name: '找到的区块' }).getByRole('status').waitFor();
    expect(await found.count()).toBe(0);
    await search.fill('');
    expect(said).toEqual([]);
  });

  it('leads from the coupons that a member has to the block for those that can be claimed', async () => {
    await open('coupon-list');
    const link = page.locator('.see-also').getByRole('link', { name: 'card-list' });
    await link.click();
    await page.getByRole('heading', { name: '卡片 card-list' }).waitFor();
  });

  it('names only blocks that exist where it leads on to others', () => {
    const { blocks } = project.library;
    const named = [...blocks.values()].flatMap((schema) => (schema['seeAlso'] ?? []) as { block: string }[]);
    expect(named.filter(({ block }) => !blocks.has(block))).toEqual([]);
  });

  it('shows a block with its props, its examples alive beside their YAML, and its faces', async () => {
    await open('goods-grid');
    await page.getByRole('heading', { name: '商品网格 goods-grid' }).waitFor();
    const row = page.getByRole('row').filter({ has: page.getByText('columns', { exact: true }) });
    await expect
      .poll(() => row.locator('td').allTextContents())
      .toEqual(['columns', '', 'integer', '5', '', '宽屏时每行几个，窄屏自动减少']);
    const shown = examples.filter(({ type }) => type === 'goods-grid');
    expect(await page.locator('section.example').count()).toBe(shown.length);
    expect(await page.locator('section.example pre').allTextContents()).toEqual(
      shown.map(({ yaml }) => yaml),
    );
    await page
      .getByRole('region', { name: '例子 1', exact: true })
      .locator('.preview')
      .getByText('阿莫西林胶囊')
      .first()
      .waitFor();
    await page.getByRole('region', { name: '加载中' }).getByRole('status').first().waitFor();
    await page.getByRole('region', { name: '没有内容' }).getByText('暂无商品').waitFor();
    await page.getByRole('region', { name: '失败' }).getByRole('button', { name: '重试' }).waitFor();
    await page.getByRole('region', { name: '不在排期内' }).getByText('不在开放时间内').waitFor();
    expect(said).toEqual([]);
  }, 60_000);

  it('says which props may be mapped, and how', async () => {
    await open('product-grid');
    const row = page.getByRole('row').filter({ has: page.getByText('items', { exact: true }) });
    await expect.poll(() => row.locator('td').last().textContent()).toBe('产品（可对应字段）');
    await page.getByText('items: { from: $data.…, 这里的字段: 接口的字段 }').waitFor();
    await turnTo('repeat');
    await page.getByRole('heading', { name: '重复 repeat' }).waitFor();
    expect(await page.getByText('可对应字段').count()).toBe(0);
  });

  it('shows the examples of every type without a fault', async () => {
    await open('calls');
    const faults: string[] = [];
    for (const type of project.library.blocks.keys()) {
      await turnTo(type);
      await page
        .getByRole('heading', { level: 2 })
        .filter({ has: page.getByText(type, { exact: true }) })
        .waitFor();
      const ready = page.locator('.example .preview:is(:not(:has(*)), :has(> .waiting))');
      await expect.poll(() => ready.count()).toBe(0);
      if ((await page.locator('.example').getByText('这一块出了问题').count()) > 0) faults.push(type);
    }
    expect(faults).toEqual([]);
    expect(said).toEqual([]);
  }, 300_000);
});

describe('the playground', () => {
  const editor = () => page.getByRole('textbox', { name: '页面的 YAML' });

  async function write(yaml: string): Promise<void> {
    await editor().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(yaml);
  }

  const HEAD =
    'name: playground\npath: /playground\ntitle: 试验\nmeta: { header: false, footer: false, toolbar: false }\n';

  it('shows a page as it is written', async () => {
    await open('playground');
    const playground = page.getByRole('region', { name: '游乐场' });
    await playground.locator('.preview').getByText('阿莫西林胶囊').first().waitFor();
    await write(`${HEAD}blocks:\n  - { block: notice, title: 双十二, text: 全场包邮 }\n`);
    await playground.locator('.preview').getByText('全场包邮').waitFor();
    expect(said).toEqual([]);
  });

  it('names offenses as one types, keeps the last good page, and goes on when they are mended', async () => {
    await open('playground');
    await write(`${HEAD}blocks:\n  - { block: text, text: 第一版 }\n`);
    await page.locator('.preview').getByText('第一版').waitFor();
    await write(`${HEAD}blocks:\n  - { block: text, texd: 第二版 }\n`);
    await page.getByRole('list', { name: '问题' }).getByText('texd').first().waitFor();
    expect(await page.locator('.preview').getByText('第一版').count()).toBe(1);
    await page.locator('.cm-lintRange-error').first().waitFor();
    await write(`${HEAD}blocks:\n  - { block: text, text: 第三版 }\n`);
    await page.locator('.preview').getByText('第三版').waitFor();
    expect(await page.getByRole('list', { name: '问题' }).locator('li').count()).toBe(0);
  });

  it('completes block types with their descriptions', async () => {
    await open('playground');
    await write(`${HEAD}blocks:\n  - block: `);
    await page.keyboard.type('goods-g');
    const offered = page.locator('.cm-tooltip-autocomplete');
    await offered.getByText('商品网格').waitFor({ timeout: 20_000 });
    await expect.poll(() => offered.getByRole('option').first().textContent()).toContain('goods-grid');
  });

  it('shows the page at any time and as anyone', async () => {
    await open('playground');
    await write(
      `${HEAD}blocks:\n  - block: text\n    text: 双十二开始了\n    schedule: { from: 2030-12-12T00:00:00+08:00 }\n  - { block: text, text: '{$user.role}' }\n`,
    );
    await page.locator('.preview').getByText('approved', { exact: true }).waitFor();
    expect(await page.locator('.preview').getByText('双十二开始了').count()).toBe(0);
    await page.getByLabel('时间').fill('2030-12-12T00:00');
    await page.locator('.preview').getByText('双十二开始了').waitFor();
    await page.getByLabel('身份').selectOption('visitor');
    await page.locator('.preview').getByText('visitor', { exact: true }).waitFor();
  });

  it('copies a file that editors and the check take', async () => {
    await open('playground');
    await write(`${HEAD}blocks: []\n`);
    await page.getByRole('button', { name: '复制为文件' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/src\/generated\/editor\/page\.schema\.json\nname: playground\n/,
    );
  });
});

describe('the catalogue of a shop in English', () => {
  let shop = '';
  let host: FastifyInstance;
  let english: Page;
  let at = '';

  beforeAll(async () => {
    shop = await mkdtemp(join(tmpdir(), 'storewright-catalogue-english-'));
    for (const [path, text] of Object.entries(ENGLISH)) {
      await mkdir(dirname(join(shop, path)), { recursive: true });
      await writeFile(join(shop, path), text);
    }
    vi.stubEnv('CONFIG_DIR', join(shop, 'config'));
    await buildCatalogue(join(shop, 'catalogue'), {});
    vi.unstubAllEnvs();
    host = fastify();
    await host.register(fastifyStatic, { root: join(shop, 'catalogue') });
    at = await host.listen({ port: 0, host: '127.0.0.1' });
    english = await browser.newPage();
  }, 120_000);

  afterAll(async () => {
    await host?.close();
    await rm(shop, { recursive: true, force: true });
  });

  const go = async (section: string, heading: string) => {
    await english.goto(`${at}/index.html#${section}`);
    await english.getByRole('main').getByRole('heading', { name: heading }).first().waitFor();
  };

  /** What it says, but for what schemas and examples say, which have words of their own. */
  const textsAt = (selector: string) => english.locator(selector).allInnerTexts();
  const chinese = (texts: readonly string[]) => texts.filter((text) => /\p{Script=Han}/u.test(text));

  it('is a page in English, before its scripts run and after', async () => {
    const html = await readFile(join(shop, 'catalogue/index.html'), 'utf8');
    expect(html).toContain('<html lang="en">');
    expect(chinese([html])).toEqual([]);
    await go('calls', 'Calls');
    expect(await english.title()).toBe('Catalogue and playground');
    expect(await textsAt('nav h1, nav h2')).toEqual(['Contents', 'Blocks']);
    expect(await textsAt('nav > ul a')).toEqual([
      'Playground',
      'Calls',
      'Slots',
      'Checks',
      'Config language',
    ]);
    expect(await english.getByRole('searchbox', { name: 'Find a block' }).count()).toBe(1);
  });

  it.each([
    ['calls', 'Calls', 'th, td'],
    ['slots', 'Slots', 'th, td'],
    ['checks', 'Checks', 'th, td:nth-child(-n+3), figcaption'],
    ['language', 'Config language', 'th, h3, section > p, td:last-child'],
    ['product-grid', 'product-grid', '.traits, h3, h4, th, button'],
  ])('has its own words in English on the page %s', async (section, heading, selector) => {
    await go(section, heading);
    const texts = await textsAt(`main :is(${selector}):not(.preview *)`);
    expect(texts.length).toBeGreaterThan(0);
    expect(chinese(texts)).toEqual([]);
  });

  it('previews examples, and names offenses of the playground in English', async () => {
    await go('text', 'text');
    await english
      .getByRole('region', { name: 'Example 1', exact: true })
      .locator('.preview p')
      .first()
      .waitFor();
    await go('playground', 'Playground');
    await english.getByRole('textbox', { name: 'YAML of the page' }).click();
    await english.keyboard.press('Control+a');
    await english.keyboard.insertText(
      'name: playground\npath: /playground\ntitle: A try\nblocks: [{ block: text, texd: One }]\n',
    );
    const problems = english.getByRole('list', { name: 'Problems' });
    await problems.getByText('texd').first().waitFor();
    expect(chinese(await textsAt('.tools, .offenses'))).toEqual([]);
  });
});

describe('what buyers get', () => {
  /** Texts of the editor, the YAML parser, the validator and the checks that survive a minifier. */
  const MARKS = ['cm-editor', 'YAMLParseError', "can't resolve reference", 'unused-slot'];

  async function scriptsIn(assets: string): Promise<string> {
    const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
    return (await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')))).join('\n');
  }

  it('has nothing in it of what the catalogue is made of', async () => {
    const tools = await scriptsIn(join(folder, 'assets'));
    const bought = await scriptsIn(join(process.env['DIST_DIR'] ?? 'dist', 'client/assets'));
    expect(MARKS.filter((mark) => tools.includes(mark))).toEqual(MARKS);
    expect(MARKS.filter((mark) => bought.includes(mark))).toEqual([]);
  });
});
