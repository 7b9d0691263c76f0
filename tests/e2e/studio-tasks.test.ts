import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { examplesOf, readGuide } from '../config/support/guide.ts';
import { openStudio, type StudioPage } from './support/studio.ts';

let studio: StudioPage;

const examples = examplesOf(await readGuide());

/** What the guide writes by hand. */
function byHand(target: string, has = ''): unknown {
  const found = examples.find((one) => one.target === target && one.text.includes(has));
  if (found === undefined) throw new Error(`the guide has no ${target} with ${has}`);
  return parse(found.text);
}

const written = async (path: string): Promise<unknown> => parse(await studio.read(path));

const DATA = '页面要的数据 data';
const QUERY = '查询参数 query';
/** The heading of a page that has been made empty. */
async function heading(text: string): Promise<void> {
  await studio.insert({ words: '文字', type: '文字 text', least: true });
  await studio.fill('文字 text', text);
  await studio.choose('样式 level', 'title');
}

/** A page with nothing on it but its heading. */
async function plainPage(name: string, title: string): Promise<void> {
  await studio.newPage({ kind: 'page', title, name });
  await studio.item(`页面 ${title}`).click();
  await heading(title);
  await studio.item('面板').click();
  await studio.button('删除').click();
  await studio.item('面板').waitFor({ state: 'detached' });
}

async function setPage(title: string, ...fields: [label: string, text: string, ...groups: string[]][]) {
  await studio.item(`页面 ${title}`).click();
  for (const field of fields) await studio.fill(...field);
}

beforeAll(async () => {
  studio = await openStudio();
}, 300_000);

afterAll(async () => {
  await studio?.close();
}, 60_000);

describe('in the studio, what the guide writes by hand', () => {
  test('a zone, a link to it, and words for approved members alone', async () => {
    await studio.newPage({ kind: 'zone', title: '退热专区', name: 'fever' });
    await setPage('退热专区', ['keywords', '布洛芬', DATA, 'goods', QUERY]);
    await studio.choose('stock', '1', DATA, 'goods', QUERY);
    const page = 'pages/zones/fever.yaml';
    await expect.poll(() => written(page)).toEqual(byHand(`config/${page}`));

    await studio.item('侧边导航').click();
    await studio.press('链接 items 加一项');
    const last = studio
      .inspector()
      .getByText(/^链接 items \d+ \*$/)
      .last();
    const group = (await last.textContent())?.replace(' *', '') ?? '';
    await studio.fill('文字 text', '退热专区', group);
    await studio.fill('地址 url', '/fever', group);
    await studio.untilFile('shell/side-nav.yaml', (text) => text.includes('{ text: 退热专区, url: /fever }'));

    await studio.item('页面 退热专区').click();
    await studio.insert({ words: '提示', type: 'notice', least: true });
    await studio.choose('语气 tone', 'success');
    await studio.fill('说明 text', '您已通过认证，专区商品满 300 元包邮。');
    await studio.choose('什么时候显示 when 怎么写', '两个值相等 eq');
    await studio.fill('两个值相等 eq 1', '$user.role', '什么时候显示 when', '两个值相等 eq');
    await studio.fill('两个值相等 eq 2', 'approved', '什么时候显示 when', '两个值相等 eq');
    const notice = async () => ((await written(page)) as { blocks: unknown[] }).blocks.at(-1);
    await expect.poll(notice).toEqual((byHand('区块', '您已通过认证') as unknown[])[0]);
  });

  test('an ad slot, and a page that shows it', async () => {
    await studio.item('广告位').click();
    await studio.fill('广告位 新的名字', 'winter_top');
    await studio.fill('给运营看的名字 label', '冬季用药 · 头图', 'winter_top');
    await studio.fill('图片宽度 width', '1200', 'winter_top');
    await studio.fill('图片高度 height', '260', 'winter_top');
    await studio.fill('最多几张 max', '3', 'winter_top');
    await expect
      .poll(() => written('ads.yaml'))
      .toMatchObject(byHand('config/ads.yaml', 'winter_top') as object);
    await plainPage('winter', '冬季用药');
    await studio.insert({ words: '广告轮播', type: 'ad-carousel', least: true });
    await studio.fill('config/ads.yaml 中的广告位 slot', 'winter_top');
    await studio.fill('每张停留 interval', '6');
    await expect
      .poll(() => written('pages/top/winter.yaml'))
      .toEqual(byHand('config/pages/zones/winter.yaml'));
  });
});
