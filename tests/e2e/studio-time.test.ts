import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOn } from '../support/axe.ts';
import { openStudio, type StudioPage } from './support/studio.ts';

let folder: string;
let studio: StudioPage;

const DAY = 86_400_000;
/** So many days from now, as the shop's config writes it. */
const day = (from: number) =>
  `${new Date(Date.now() + from * DAY).toISOString().slice(0, 10)}T00:00:00+08:00`;

const ACTIVITY = 'pages/marketing/drag-me.yaml';
const PAGE = `name: dragMe
path: /drag-me
title: 拖动大促
schedule:
  # 开门
  from: ${day(2)}
  until: ${day(6)} # 关门
blocks:
  - block: ad-carousel
    slot: drag_me
  - block: countdown
    until: ${day(6)}
    label: 距离结束
`;
const SLOT = `drag_me: { label: 拖动头图, width: 1200, height: 260, schedule: { from: ${day(2)}, until: ${day(4)} } }\n`;
const HOME = 'pages/top/index.yaml';

const read = (path: string) => studio.read(path);
const panel = (name: string) => studio.page.getByRole('region', { name, exact: true });
const press = (name: string) => studio.button(name).click();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-time-'));
  await cp('config', folder, { recursive: true });
  await writeFile(join(folder, ACTIVITY), PAGE);
  await appendFile(join(folder, 'ads.yaml'), SLOT);
  studio = await openStudio(folder);
}, 300_000);

afterAll(async () => {
  await studio?.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

/** Takes the last move back, and waits until it is seen. */
async function undoMove(): Promise<void> {
  await press('撤销');
  await expect.poll(() => read(ACTIVITY)).toBe(PAGE);
  await panel('时间线')
    .getByRole('button', { name: /^页面 拖动大促.*，4 天$/ })
    .waitFor();
}

describe('the timeline of the studio', () => {
  test('stretches what is dragged, in the lines of that moment alone, and takes it back in one step', async () => {
    await press('时间线');
    const bar = panel('时间线').getByRole('button', { name: /^页面 拖动大促/ });
    const box = await bar.boundingBox();
    if (box === null) throw new Error('the bar is not shown');
    const pxOfDay = box.width / 4;
    const y = box.y + box.height / 2;
    await studio.page.mouse.move(box.x + box.width - 3, y);
    await studio.page.mouse.down();
    await studio.page.mouse.move(box.x + box.width - 3 + 2 * pxOfDay, y, { steps: 8 });
    await expect.poll(() => panel('时间线').getByRole('status').textContent()).toContain('6 天');
    await studio.page.mouse.up();
    await expect.poll(() => read(ACTIVITY)).toBe(PAGE.replaceAll(day(6), day(8)));
    await undoMove();
  });

  test('moves a bar by keys to the minute, says what is bare, and puts the frame where it is open', async () => {
    const timeline = panel('时间线');
    const bar = timeline.getByRole('button', { name: /^页面 拖动大促/ });
    await bar.focus();
    for (const key of ['ArrowRight', 'Alt+ArrowRight', 'Enter']) await studio.page.keyboard.press(key);
    const later = (from: number) => day(from + 1).replace('T00:00', 'T00:01');
    await expect.poll(() => read(ACTIVITY)).toBe(PAGE.replaceAll(day(6), later(6)).replace(day(2), later(2)));
    await undoMove();

    await bar.press('Enter');
    await expect.poll(() => studio.frameAddress()).toContain(`/drag-me?at=${day(2).slice(0, 10)}T00%3A00`);
    await studio.shop().getByText('距离结束').waitFor();
    expect(await timeline.textContent()).toContain('广告位 drag_me 在');

    const cursor = timeline.getByRole('slider', { name: '商店的时间' });
    await cursor.press('ArrowRight');
    await expect.poll(() => studio.frameAddress()).toContain(`at=${day(3).slice(0, 10)}T00%3A00`);
    expect(await cursor.getAttribute('aria-valuetext')).toContain(day(3).slice(0, 10));
    expect(await violationsOn(studio.page, { within: 'section[aria-label="时间线"]' })).toEqual([]);
    await press('回到现在');
  });
});

describe('the data of the studio', () => {
  test('come from a call that is tried, and go into a prop by drag and by button', async () => {
    await studio.page.getByRole('combobox', { name: '页面' }).fill('/');
    await studio.page.keyboard.press('Enter');
    await studio.page.getByRole('treeitem').filter({ hasText: '热销商品' }).nth(1).click();
    await press('数据');
    const data = panel('数据');
    const home = await read(HOME);
    await data.getByRole('textbox', { name: '找接口' }).fill('为你推荐');
    await data.getByRole('button', { name: /^goods\.recommended/ }).click();
    await data.getByRole('button', { name: '试一试' }).click();
    await data.getByRole('treeitem').first().dragTo(studio.field('商品 items'));
    const dropped = home.replace('items: $data.hot\n', 'items: $data.recommended\n');
    await expect.poll(() => read(HOME)).toBe(dropped);
    await press('撤销');
    await expect.poll(() => read(HOME)).toBe(home);
    await expect.poll(() => studio.field('商品 items').inputValue()).toBe('$data.hot');

    await data.getByRole('button', { name: '填入属性…' }).click();
    await studio.page.getByRole('dialog').getByRole('button', { name: '商品 items' }).click();
    await expect.poll(() => read(HOME)).toBe(dropped);
    await press('撤销');
    await expect.poll(() => read(HOME)).toBe(home);
    expect(await violationsOn(studio.page, { within: 'section[aria-label="数据"]' })).toEqual([]);
  });

  test('are an example where no API answers, are added to the page, and a call that writes asks first', async () => {
    const data = panel('数据');
    const home = await read(HOME);
    const search = data.getByRole('textbox', { name: '找接口' });
    await search.fill('goods.detail');
    await data.getByRole('button', { name: /^goods\.detail/ }).click();
    await data.getByRole('button', { name: '试一试' }).click();
    await expect.poll(() => data.getByRole('alert').textContent()).toContain('参数没有填全');
    await data.getByLabel('商品编号 id').fill('7');
    await studio.page.route('**/api/goods/detail/7', (route) => route.abort());
    await data.getByRole('button', { name: '试一试' }).click();
    await expect.poll(() => data.getByRole('status').first().textContent()).toContain('这是例子');
    expect(await data.getByRole('treeitem', { name: 'id 数字 7', exact: true }).count()).toBe(1);
    await data.getByRole('textbox', { name: '数据的名字' }).fill('one');
    await data.getByRole('button', { name: '加到页面数据' }).click();
    const added = '  one:\n    call: goods.detail\n    params: { id: 7 }\n';
    await expect.poll(() => read(HOME)).toContain(added);
    expect((await read(HOME)).replace(added, '')).toBe(home);
    await press('撤销');
    await expect.poll(() => read(HOME)).toBe(home);

    await search.fill('cart.add');
    await data.getByRole('button', { name: /^cart\.add/ }).click();
    await data.getByRole('button', { name: '试一试' }).click();
    const question = studio.page.getByRole('alertdialog', { name: '这个接口会改动数据' });
    await question.getByRole('button', { name: '不试了' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await data.getByRole('tree').count()).toBe(0);
  });
});
