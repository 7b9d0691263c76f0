import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { launchChromium } from '#engine/cli/chromium.ts';
import { BASE } from '../../support/base-shop.ts';
import { type ExampleSite, startExampleSite } from '../../support/example-site.ts';
import { untilHydrated } from '../../support/hydrated.ts';

const META = 'meta: { header: false, footer: false, toolbar: false, baseUser: false }';

const PAGES: Record<string, string> = {
  'config/pages/list.yaml': `name: notes
path: /notes
title: 笔记
${META}
data: { notes: { call: notes.list, query: { page: $query.page } } }
blocks:
  - { block: text, text: 全部笔记, level: title }
  - block: repeat
    items: $data.notes.list
    blocks: [{ block: text, text: '{$item.name}' }]
  - block: buttons
    items: [{ id: next, text: 下一页 }, { text: 看一条, to: /note/7 }]
    on: { press: [{ query: { page: 2 } }] }
`,
  'config/pages/note.yaml': `name: note
path: /note/:id
title: 一条笔记
${META}
data: { slow: { call: notes.slow } }
blocks:
  - { block: text, text: '第 {$route.id} 条', level: title }
  - { block: text, text: '内容 {$data.slow.name}' }
  - block: buttons
    items: [{ text: 删除 }]
    on: { press: [{ confirm: 真的删除吗 }, { toast: 已删除 }] }
`,
  'config/api/help.yaml': 'help.list: { get: /api/help, response: "help-category[]", silent: true }\n',
  'config/pages/help.yaml': `name: help
path: /help
${META}
data: { help: { call: help.list } }
blocks:
  - block: site-footer
    name: 试店
    groups: $data.help
    licences: [{ label: 药品经营许可证, number: 演AA0990001 }]
`,
  'config/api/add.yaml': `notes.attach:
  { post: /api/attach, encoding: multipart, body: { file: { type: file } }, response: upload, silent: true }
notes.add: { post: /api/add, body: { name: string, colour: string, picture: string, pinned: { type: integer, optional: true } }, silent: true }
`,
  'config/pages/add.yaml': `name: add
path: /add
title: 写一条
${META}
blocks:
  - block: form
    label: 写一条
    submitText: 保存
    fields:
      - { name: name, label: 名称 }
      - { name: colour, label: 颜色, kind: select, value: red, options: [{ value: red, label: 红 }, { value: blue, label: 蓝 }] }
      - { name: pinned, label: 置顶, kind: checkbox }
      - { name: picture, label: 图片, kind: file, keep: id }
    on:
      upload: [{ call: notes.attach, body: { file: $event.file }, silent: true }]
      submit: [{ call: notes.add, body: $form, silent: true }]
`,
  'config/pages/mine.yaml': `name: mine
path: /mine
access: member
${META}
blocks: [{ block: text, text: 我的笔记, level: title }]
`,
};

let site: ExampleSite;
let browser: Browser;
let page: Page;
/** Calls that the browser made. */
const requests: string[] = [];
const said: string[] = [];
/** How the API answers `notes.slow`, and who is reading. */
const slow = { held: Promise.resolve(), code: 200 };
const who = { after: 0, code: 200 };

const list = (number: number) =>
  Array.from({ length: 60 }, (_, index) => ({ id: index, name: `第 ${number} 页 ${index}`, hot: false }));

/** What the API was sent. */
const added: unknown[] = [];
const attached: string[] = [];

/** What further pages of notes wait for. */
const further = { held: Promise.resolve() };

/** The first page at once, further ones when they are let. */
async function notes(number: number) {
  if (number > 1) await further.held;
  return { code: 200, message: '', data: { list: list(number), total: 120 } };
}

beforeAll(async () => {
  const { 'config/pages/fixed.yaml': fixed = '', ...base } = BASE;
  site = await startExampleSite(
    new Map(Object.entries({ ...base, 'config/pages/fixed.yaml': fixed, ...PAGES })),
    (app) => {
      app.get<{ Querystring: { page?: string } }>('/api/notes', (request) =>
        notes(Number(request.query.page ?? 1)),
      );
      app.addContentTypeParser(
        'multipart/form-data',
        { parseAs: 'string' },
        async (_: unknown, body: string) => body,
      );
      app.post<{ Body: string }>('/api/attach', async ({ body }) => {
        attached.push(body);
        return { code: 200, message: '', data: { id: 'a1', url: '/img/a1.svg', name: '照片.svg', size: 6 } };
      });
      app.post('/api/add', async ({ body }) => {
        added.push(body);
        return { code: 200, message: '', data: null };
      });
      app.get('/api/help', async () => ({ code: 200, message: '', data: { id: 1 } }));
      app.get('/api/user/base', async (_, reply) => {
        await new Promise((resolve) => setTimeout(resolve, who.after));
        return reply
          .code(who.code)
          .send({ code: who.code, message: '', data: { show: true, role: 'approved' } });
      });
      app.get('/api/slow', async (_, reply) => {
        await slow.held;
        return reply.code(slow.code).send({ code: slow.code, message: '忙', data: { name: '到了' } });
      });
    },
  );
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

beforeEach(async () => {
  await page?.close();
  page = await browser.newPage({ viewport: { width: 1280, height: 600 } });
  Object.assign(slow, { held: Promise.resolve(), code: 200 });
  Object.assign(who, { after: 0, code: 200 });
  requests.length = 0;
  said.length = 0;
  attached.length = 0;
  added.length = 0;
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(pathname + search);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
});

/** Opens an address and waits until React has it. */
async function open(path: string): Promise<void> {
  await page.goto(site.url + path);
  await untilHydrated(page);
}

/** Opens an address whose scripts do not come before the answered function is called. */
async function openWithoutScripts(path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(site.url + path, { waitUntil: 'commit' });
  return held.resolve;
}

it('takes over what the server has rendered, without asking for anything again', async () => {
  await open('/notes');
  expect(await page.getByText('第 1 页 59').isVisible()).toBe(true);
  // Whatever it requested during hydration was requested before this.
  await page.getByRole('button', { name: '下一页' }).click();
  await page.getByText('第 2 页 59').waitFor();
  expect([requests, said]).toEqual([['/api/notes?page=2'], []]);
});

it('goes to another page without loading a document, puts its title and the focus there, and back to where it was', async () => {
  await open('/notes');
  await page.evaluate(() => {
    document.body.dataset['same'] = 'document';
    window.scrollTo(0, 500);
  });
  await page.getByRole('link', { name: '看一条' }).click();
  await page.getByRole('heading', { name: '第 7 条' }).waitFor();
  /* Title and focus follow the page in an effect. */
  await expect
    .poll(() =>
      page.evaluate(() => [
        document.title,
        document.body.dataset['same'],
        document.activeElement?.textContent,
        window.scrollY,
      ]),
    )
    .toEqual(['一条笔记 - 试店', 'document', '第 7 条', 0]);
  /* Before the way back, on which the mouse may rest on the link again. */
  expect(requests.filter((call) => call.startsWith('/api/slow'))).toHaveLength(1);
  await page.goBack();
  await page.getByText('第 1 页 59').waitFor();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(400);
});

it('requests a page’s data while the mouse rests on its link, not when it passes over, and once in all', async () => {
  await open('/notes');
  const link = page.getByRole('link', { name: '看一条' });
  const box = await link.boundingBox();
  if (!box) throw new Error('the link is not on the screen');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.move(x, y + 200);
  await page.waitForTimeout(300);
  expect(requests).toEqual([]);
  await link.hover();
  await expect.poll(() => requests).toEqual(['/api/slow']);
  await link.click();
  await page.getByText('内容 到了').waitFor();
  expect(requests).toEqual(['/api/slow']);
});

it('keeps the list on the screen until the next page of it has come', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  further.held = promise;
  await open('/notes');
  await page.getByRole('button', { name: '下一页' }).click();
  await page.waitForURL('**/notes?page=2');
  expect(await page.getByText('第 1 页 3', { exact: true }).isVisible()).toBe(true);
  resolve();
  await page.getByText('第 2 页 3', { exact: true }).waitFor();
  // The first page too, where the server had no time for it.
  expect(requests.filter((call) => call !== '/api/notes?page=1')).toEqual(['/api/notes?page=2']);
});

it('fetches in the browser what was too slow for the server', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  slow.held = promise;
  await open('/note/1');
  expect(await page.getByRole('status').textContent()).toContain('加载中');
  resolve();
  await page.getByText('内容 到了').waitFor();
  expect(said).toEqual([]);
});

it('lets a member in as soon as a slow server has said who it is', async () => {
  who.after = 400;
  await open('/mine');
  await page.getByText('我的笔记').waitFor();
  expect([new URL(page.url()).pathname, said]).toEqual(['/mine', []]);
});

it('offers a retry when the answer who is reading was lost, and sends nobody to the login', async () => {
  who.code = 500;
  await open('/mine');
  await page.getByRole('alert').waitFor();
  who.code = 200;
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByText('我的笔记').waitFor();
  expect(new URL(page.url()).pathname).toBe('/mine');
});

it('heeds the last button that was pressed before its scripts were there, once', async () => {
  const release = await openWithoutScripts('/notes');
  const next = page.getByRole('button', { name: '下一页' });
  await next.click();
  await next.click();
  release();
  await page.waitForURL('**/notes?page=2');
  await page.getByText('第 2 页 3', { exact: true }).waitFor();
  expect([requests, said]).toEqual([['/api/notes?page=2'], []]);
});

it('takes over what was typed and chosen before its scripts were there', async () => {
  const release = await openWithoutScripts('/add');
  await page.getByLabel('名称').fill('早写的');
  await page.getByLabel('颜色').selectOption('蓝');
  await page.getByLabel('置顶').check();
  await page
    .getByLabel('图片')
    .setInputFiles({ name: '照片.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  release();
  await expect.poll(() => attached.length).toBe(1);
  expect(attached[0]).toContain('<svg/>');
  await page.getByRole('img', { name: '照片.svg' }).or(page.getByText('照片.svg')).first().waitFor();
  await page.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => added).toEqual([{ name: '早写的', colour: 'blue', pinned: 1, picture: 'a1' }]);
  expect([attached.length, said]).toEqual([1, []]);
});

it('keeps the rest of a footer whose help is not what was promised', async () => {
  await page.goto(`${site.url}/help`);
  await page.getByText('药品经营许可证：演AA0990001').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('asks again for what failed', async () => {
  slow.code = 500;
  await open('/note/1');
  await page.getByRole('alert').waitFor();
  slow.code = 200;
  await page.getByRole('button', { name: '重试' }).click();
  await page.getByText('内容 到了').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('asks before it acts, and says what it did', async () => {
  await open('/note/1');
  const remove = page.getByRole('button', { name: '删除' });
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click();
  await remove.click();
  expect(await page.getByText('已删除').count()).toBe(0);
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
  await page.getByText('已删除').waitFor();
});
