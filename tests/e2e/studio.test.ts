import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { openStudio, type StudioPage } from './support/studio.ts';

let studio: StudioPage;
let home = '';

const HOME = 'pages/top/index.yaml';
const read = () => studio.read(HOME);
const heading = () => studio.inspector().getByRole('heading', { level: 2 });

/** The lines of the second text that the first does not have, and the other way round. */
function difference(before: string, after: string) {
  const [a, b] = [before.split('\n'), after.split('\n')];
  return { gone: a.filter((line) => !b.includes(line)), added: b.filter((line) => !a.includes(line)) };
}

/** The places in the tree of the rows that hold these words. */
async function rowsWith(words: string): Promise<number[]> {
  const rows = await studio.page.getByRole('treeitem').allTextContents();
  return rows.flatMap((row, index) => (row.includes(words) ? [index] : []));
}

beforeAll(async () => {
  studio = await openStudio();
  home = await read();
}, 300_000);

afterAll(async () => {
  await studio?.close();
}, 60_000);

describe('the studio', () => {
  test('tells of the block that is pointed at, and shows it in the tree', async () => {
    const note = studio.shop().getByText('近 30 天药店采购最多');
    await note.waitFor();
    await studio.item('面板热销商品').and(studio.page.locator(':not([data-hidden])')).waitFor();
    await studio.clickInShop(note);
    await expect.poll(() => heading().textContent()).toContain('面板');
    const source = studio.inspector().getByRole('button', { name: /^config\/pages\/top\/index\.yaml:\d+$/ });
    expect(await source.count()).toBe(1);
    expect(await studio.item('面板热销商品').getAttribute('aria-selected')).toBe('true');
    expect(await studio.inspector().textContent()).toContain('没有条件');
  });

  test('goes through the tree by keys, and shows data and actions', async () => {
    await studio.item('面板热销商品').focus();
    await studio.page.keyboard.press('ArrowDown');
    await expect.poll(() => heading().textContent()).toContain('商品网格');
    expect(await studio.field('商品 items').inputValue()).toBe('$data.hot');
    expect(await studio.field('config/api 中的调用名 call', '加入购物车 add').inputValue()).toBe('cart.add');
    await studio.page.keyboard.press('ArrowUp');
  });

  test('changes a prop in its line alone, shows it, and undoes and redoes it', async () => {
    await studio.item('面板热销商品').click();
    await studio.fill('标题 title', '本周热销');
    await studio.shop().getByRole('heading', { name: '本周热销' }).waitFor();
    expect(difference(home, await read())).toEqual({
      gone: ['    title: 热销商品'],
      added: ['    title: 本周热销'],
    });
    await studio.button('撤销').click();
    await studio.shop().getByRole('heading', { name: '热销商品' }).waitFor();
    expect(await read()).toBe(home);
    await studio.button('重做').click();
    await studio.shop().getByRole('heading', { name: '本周热销' }).waitFor();
    await studio.button('撤销').click();
    await expect.poll(read).toBe(home);
  });

  test('says at the field what the compiler would refuse, and writes nothing', async () => {
    await studio.item('面板热销商品').click();
    await studio.fill('to', '/no-such-page', '标题右边的链接 more');
    await studio.group('标题右边的链接 more').getByText('/no-such-page', { exact: false }).first().waitFor();
    expect(await read()).toBe(home);
    await studio.fill('to', '/list?sort=sales', '标题右边的链接 more');
    expect(await read()).toBe(home);
  });

  test('does not take what the schema of a field does not allow', async () => {
    await studio.item('商品网格热销商品').click();
    await studio.fill('加载时占几行 loadingRows', '很多');
    await studio.inspector().getByText('这里要一个数字').waitFor();
    await studio.fill('加载时占几行 loadingRows', '0');
    await studio.inspector().getByText('不能小于 1').waitFor();
    expect(await read()).toBe(home);
    await studio.fill('加载时占几行 loadingRows', '2');
  });

  test('builds a condition from parts, and writes it once it is whole', async () => {
    const at = ['什么时候显示 when', '前者大于后者 gt'];
    await studio.item('面板热销商品').click();
    await studio.choose('什么时候显示 when 怎么写', '前者大于后者 gt');
    await studio.fill('前者大于后者 gt 1', '$data.hot.length', ...at);
    expect(await read()).toBe(home);
    await studio.fill('前者大于后者 gt 2', '3', ...at);
    await studio.untilFile(HOME, (text) => text.includes('gt: [$data.hot.length, 3]'));
    await studio.inspector().getByText('条件不成立：').waitFor();
    await studio.choose('什么时候显示 when 怎么写', '不写');
    await expect.poll(read).toBe(home);
  });

  test('inserts a block by its Chinese name, moves it by keys, doubles and removes it', async () => {
    await studio.item('面板热销商品').click();
    await studio.insert({ words: '文字', type: '文字 text' });
    await studio.item('全场满 500').waitFor();
    const inserted = await read();
    expect(difference(home, inserted).gone).toEqual([]);

    const [row = 0] = await rowsWith('全场满 500');
    await studio.item('全场满 500').focus();
    await studio.page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => rowsWith('全场满 500')).toEqual([row - 2]);
    await studio.settled();
    const moved = await read();
    expect(moved.split('\n').toSorted()).toEqual(inserted.split('\n').toSorted());

    await studio.item('全场满 500').click();
    await studio.button('复制一份').click();
    await expect.poll(async () => (await read()).split('全场满 500').length).toBe(3);
    await studio.button('删除').click();
    await expect.poll(read).toBe(moved);
    for (const _ of [1, 2, 3, 4]) {
      const before = await read();
      await studio.button('撤销').click();
      await expect.poll(read).not.toBe(before);
    }
    expect(await read()).toBe(home);
  });

  test('offers the design tokens by name, and a colour to pick', async () => {
    const site = await studio.read('site.yaml');
    await studio.item('全站设置').click();
    const theme = '覆盖设计变量 theme';
    await studio.fill(`${theme} 新的名字`, 'color-brand', theme);
    const colour = studio.group(theme).getByLabel('color-brand 选颜色');
    await colour.fill('#2f5d50');
    await colour.press('Enter');
    await studio.settled();
    expect(difference(site, await studio.read('site.yaml'))).toEqual({
      gone: [expect.stringContaining('theme: {}')],
      added: [expect.stringContaining("theme: { color-brand: '#2f5d50' }")],
    });
    await studio.button('撤销').click();
    await expect.poll(() => studio.read('site.yaml')).toBe(site);
  });

  test('puts a block into a container, in its place', async () => {
    await studio.item('面板热销商品').click();
    await studio.choose('放进容器', '分栏');
    await expect.poll(() => heading().textContent()).toContain('分栏');
    const { gone } = difference(home, await read());
    expect(gone.every((line) => /^\s{2,}/.test(line))).toBe(true);
    expect((await read()).split('热销商品').length).toBe(home.split('热销商品').length);
    await studio.button('撤销').click();
    await expect.poll(read).toBe(home);
    await expect.poll(() => studio.item('面板热销商品').getAttribute('aria-level')).toBe('2');
  });

  test('takes up what is changed in an editor meanwhile, and goes on in it', async () => {
    await studio.item('面板热销商品').click();
    await studio.write(HOME, home.replace('为你推荐', '为您推荐'));
    await studio.item('面板为您推荐').waitFor();
    await studio.fill('标题 title', '本周热销');
    await studio.untilFile(HOME, (text) => text.includes('本周热销') && text.includes('为您推荐'));
    await studio.write(HOME, home);
    await studio.item('面板为你推荐').waitFor();
  });

  test('tells of a file that is broken by hand, and mends it as text', async () => {
    await studio.write(HOME, home.replace('    title: 热销商品\n', '    title: [热销商品\n'));
    const told = studio.page.getByRole('alert').filter({ hasText: 'config/pages/top/index.yaml' });
    await told.waitFor();
    await studio.page.reload();
    await studio.page.getByRole('heading', { name: '配置里有错，商店打不开' }).waitFor();
    const text = studio.page.getByRole('textbox', { name: 'config/pages/top/index.yaml' });
    expect(await text.inputValue()).toContain('    title: [热销商品');
    await text.fill(home);
    await studio.button('保存文字').click();
    await studio.item('面板热销商品').waitFor();
    expect(await read()).toBe(home);
  });

  test('does not write a read-only file, and says so', async () => {
    await studio.item('面板热销商品').click();
    await chmod(join(studio.configDir, HOME), 0o444);
    await studio.fill('标题 title', '本周热销');
    await studio.inspector().getByText('文件是只读的').waitFor();
    await chmod(join(studio.configDir, HOME), 0o644);
    expect(await read()).toBe(home);
    await studio.fill('标题 title', '热销商品');
  });

  test('says when the development server does not answer, changes nothing, and goes on once it is back', async () => {
    const { page } = studio;
    const saves = '**/studio/api/save';
    await page.route(saves, (route) => route.abort());
    await studio.item('面板热销商品').click();
    await studio.fill('标题 title', '本周热销');
    await studio.inspector().getByText('开发服务器没有回答').waitFor();
    expect(await read()).toBe(home);
    await page.unroute(saves);
    await studio.fill('标题 title', '本周热卖');
    await studio.untilFile(HOME, (text) => text.includes('本周热卖'));
    await studio.fill('标题 title', '热销商品');
    await studio.untilFile(HOME, (text) => text === home);

    const scaffolds = '**/studio/api/scaffold';
    await page.route(scaffolds, (route) => route.abort());
    await studio.button('新页面').click();
    const dialog = page.getByRole('dialog', { name: '新页面' });
    await dialog.getByRole('textbox', { name: '标题' }).fill('试一试');
    await dialog.getByRole('textbox', { name: '地址' }).fill('trial');
    await dialog.getByRole('button', { name: '建立' }).click();
    await dialog.getByRole('alert').getByText('开发服务器没有回答').waitFor();
    expect(await dialog.getByRole('button', { name: '建立' }).getAttribute('aria-busy')).not.toBe('true');
    await page.unroute(scaffolds);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  test('goes back to a page while another one is still on its way', async () => {
    const { page } = studio;
    const held = Promise.withResolvers<void>();
    const list = `${studio.url}/list`;
    await page.route(list, async (route) => {
      await held.promise;
      await route.continue();
    });
    await studio.open('/list');
    expect(await studio.address().inputValue()).toBe('/list');
    await studio.open('/');
    await expect.poll(() => studio.frameAddress()).toBe('/');
    held.resolve();
    await studio.shop().getByRole('heading', { name: '热销商品' }).waitFor();
    await studio.item('页面 首页').click();
    expect(await studio.address().inputValue()).toBe('/');
    await page.unroute(list);
  });

  test('works by keyboard alone, and axe finds nothing', async () => {
    await studio.item('面板热销商品').focus();
    await studio.page.keyboard.press('Enter');
    await expect.poll(() => heading().textContent()).toContain('面板');
    await studio.page.keyboard.press('ControlOrMeta+A');
    await studio.page.keyboard.type('本周热销');
    await studio.page.keyboard.press('Enter');
    await studio.untilFile(HOME, (text) => text.includes('    title: 本周热销'));
    await studio.page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(read).toBe(home);
    expect(await violationsOn(studio.page, { within: 'body' })).toEqual([]);
  });

  test('leads through itself, until each step was done', async () => {
    await studio.button('导览').click();
    const tour = studio.page.getByRole('region', { name: '导览' });
    await tour.getByText('点一块').waitFor();
    await tour.getByRole('button', { name: 'English' }).click();
    await studio.page.getByRole('region', { name: 'Tour' }).getByText('Point at a block').waitFor();
    await studio.button('中文').click();
    await studio.item('页面 首页').click();
    await studio.item('面板热销商品').click();
    await tour.getByText('做到了').waitFor();
    await studio.button('不看了').click();
    await tour.waitFor({ state: 'detached' });
  });

  test('answers nobody but its own page', async () => {
    const api = `${studio.url}/studio/api/files`;
    expect((await fetch(api)).status).toBe(403);
    const body = JSON.stringify({ changes: [{ path: `config/${HOME}`, version: null, text: '' }] });
    expect((await fetch(api.replace('files', 'save'), { method: 'POST', body })).status).toBe(403);
    expect(await read()).toBe(home);
  });

  test('is in nothing that is built for buyers', async () => {
    const dist = process.env['DIST_DIR'] ?? 'dist';
    const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    expect(files.length).toBeGreaterThan(100);
    const found = [];
    for (const file of files) {
      const text = await readFile(join(file.parentPath, file.name), 'latin1');
      if (/storewrightMarks|storewright:marks|x-studio-token|studio\/api/.test(text)) found.push(file.name);
    }
    expect(found).toEqual([]);
  });
});
