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

const SCHEDULE = '什么时间开放 schedule';
const SHOWN = '什么时间显示 schedule';
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
  test('an activity, its slot, and the way to it from the home page', async () => {
    await studio.newPage({ kind: 'activity', title: '双十二大促', name: 'double12' });
    await setPage(
      '双十二大促',
      ['开始 from', '2026-12-12 00:00', SCHEDULE],
      ['结束 until', '2026-12-13 00:00', SCHEDULE],
    );
    await studio.choose('promotion', '1', DATA, 'goods', QUERY);
    await studio.choose('sort', 'sales', DATA, 'goods', QUERY);
    await studio.item('倒计时').click();
    await studio.fill('到哪一时刻 until', '2026-12-13 00:00');
    const page = 'pages/marketing/double12.yaml';
    await expect.poll(() => written(page)).toEqual(byHand(`config/${page}`));
    expect(await written('ads.yaml')).toMatchObject(byHand('config/ads.yaml', 'double12') as object);

    await studio.open('/');
    await studio.item('页面 首页').click();
    await studio.insert({ words: '按钮', type: '按钮 buttons', least: true });
    await studio.press('各按钮 3 删除');
    await studio.press('各按钮 2 删除');
    await studio.fill('按钮上的字 text', '双十二大促进行中，去看看', '各按钮 1');
    await studio.fill('去哪里 to', '/double12', '各按钮 1');
    await studio.fill('id', '', '各按钮 1');
    await studio.fill('开始 from', '2026-12-12 00:00', SHOWN);
    await studio.fill('结束 until', '2026-12-13 00:00', SHOWN);
    const home = async () => ((await written('pages/top/index.yaml')) as { blocks: unknown[] }).blocks.at(-1);
    await expect.poll(home).toEqual((byHand('区块', '去看看') as unknown[])[0]);
  });

  test('before, during and after: three pages that lead to each other', async () => {
    await plainPage('member-day-soon', '会员日预热');
    await setPage('会员日预热', ['结束 until', '2026-12-18 00:00', SCHEDULE]);
    await studio.insert({ words: '倒计时', type: '倒计时 countdown', least: true });
    await studio.fill('到哪一时刻 until', '2026-12-18 00:00');
    await studio.fill('前面的文字 label', '距会员日开始');
    await plainPage('member-day-over', '会员日已结束');
    await studio.fill('文字 text', '会员日已结束，感谢参与');
    await setPage('会员日已结束', ['开始 from', '2026-12-19 00:00', SCHEDULE]);
    await plainPage('member-day', '会员日');
    await setPage(
      '会员日',
      ['开始 from', '2026-12-18 00:00', SCHEDULE],
      ['结束 until', '2026-12-19 00:00', SCHEDULE],
      ['开始前转到的站内地址 before', '/member-day-soon', SCHEDULE],
      ['结束后转到的站内地址 after', '/member-day-over', SCHEDULE],
    );
    await studio.insert({ words: '倒计时', type: '倒计时 countdown', least: true });
    await studio.fill('到哪一时刻 until', '2026-12-19 00:00');
    await studio.fill('前面的文字 label', '距离结束');
    await studio.open('/member-day-soon');
    await setPage('会员日预热', ['结束后转到的站内地址 after', '/member-day', SCHEDULE]);
    await studio.open('/member-day-over');
    await setPage('会员日已结束', ['开始前转到的站内地址 before', '/member-day', SCHEDULE]);
    for (const name of ['member-day', 'member-day-soon', 'member-day-over'])
      await expect
        .poll(() => written(`pages/top/${name}.yaml`))
        .toEqual(byHand(`config/pages/marketing/${name}.yaml`));
  });

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
    await studio.fill('正文 text', '您已通过认证，专区商品满 300 元包邮。');
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

  test('a filter over a list', async () => {
    await studio.newPage({ kind: 'zone', title: '止咳专区', name: 'cough' });
    await setPage(
      '止咳专区',
      ['keywords', '止咳', DATA, 'goods', QUERY],
      ['maker', '$query.maker', DATA, 'goods', QUERY],
      ['form', '$query.form', DATA, 'goods', QUERY],
      ['expiry', '$query.expiry', DATA, 'goods', QUERY],
    );
  });
});
