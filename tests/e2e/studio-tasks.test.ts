import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
const GOODS = [DATA, 'goods', QUERY] as const;

/** The filter of the guide over the goods of a page, behind a block. */
async function filter(title: string, behind: string): Promise<void> {
  await setPage(title, ['maker', '$query.maker', ...GOODS], ['form', '$query.form', ...GOODS]);
  await studio.choose('expiry', '引用…', ...GOODS);
  await studio.fill('expiry', '$query.expiry', ...GOODS);
  await studio.page.locator('[role=treeitem][aria-level="2"]', { hasText: behind }).first().click();
  await studio.insert({ words: '筛选栏', type: '筛选栏 facet-bar', least: true });
  await studio.choose('筛选项与选项 facets 怎么写', '引用');
  await studio.fill('筛选项与选项 facets', '$data.goods.facets');
  await studio.choose('已选的值 selected 怎么写', '引用');
  await studio.fill('已选的值 selected', '$query');
  const change = '筛选变了 change';
  const query = [change, `${change} 1`, '并入当前地址的查询参数 query'];
  await studio.choose(`${change} 1 怎么写`, '改查询参数', change, `${change} 1`);
  for (const [name, value] of [
    ['maker', '$event.maker'],
    ['form', '$event.form'],
    ['expiry', '$event.expiry'],
    ['page', 'null'],
  ] as const) {
    await studio.fill('并入当前地址的查询参数 query 新的名字', name, ...query);
    await studio.fill(name, value, ...query);
  }
}

/** The grid of the guide, that puts into the cart what the event carries, part by part. */
async function byParts(): Promise<void> {
  const add = '加入购物车 add';
  const line = [add, `${add} 1`, '请求体 body', 'params', 'params 1'];
  await studio.choose('params 1 怎么写', '要加入的一行,两种写法', ...line.slice(0, -1));
  await studio.fill('商品 goods_id', '$event.goods_id', ...line);
  await studio.fill('数量 number', '$event.number', ...line);
  await studio.fill('仓库 ck_id', '$event.ck_id', ...line);
}

/** The coupons of the guide at the end of a page. */
async function coupons(title: string): Promise<void> {
  await studio.item(`页面 ${title}`).click();
  await studio.fill(`${DATA} 新的名字`, 'coupons', DATA);
  await studio.fill('config/api 中的调用名 call', 'coupon.list', DATA, 'coupons');
  await studio.insert({ words: '卡片', type: '卡片 card-list', least: true });
  await studio.fill('这一组的名字 label', '可领的优惠券');
  await studio.choose('各张卡片的数据 items 怎么写', '引用');
  await studio.fill('各张卡片的数据 items', '$data.coupons.list');
  await studio.choose('layout', 'ticket');
  for (const [label, value] of [
    ['宽屏时每行几张 columns', '3'],
    ['标题 title', '$item.name'],
    ['标题下面的一句话 text', '$item.scope_text'],
    ['小字 note', '领取后 {$item.days} 天有效'],
    ['ticket 的大数字 figure', '$item.worth'],
    ['大数字下面的小字 figureNote', '$item.threshold_text'],
    ['何时开始 startsAt', '$item.starts_at'],
    ['何时结束 endsAt', '$item.ends_at'],
    ['角上的标签 badge', '$item.notice'],
    ['一张都没有时 emptyText', '现在没有可领的优惠券'],
  ] as const)
    await studio.fill(label, value);
  await studio.choose('标签的颜色 badgeTone', 'neutral');
  await studio.choose('为真则变淡 dim', '条件…');
  await studio.choose('为真则变淡 dim 的条件 怎么写', '条件不成立 not', '为真则变淡 dim');
  await studio.choose('条件不成立 not 怎么写', '引用', '为真则变淡 dim');
  await studio.fill('条件不成立 not', '$item.can_receive', '为真则变淡 dim');
  await studio.choose('按钮 actions 怎么写', '逐项写');
  const button = ['按钮 actions', '按钮 actions 1'];
  await studio.fill('哪一个 id', 'receive', ...button);
  await studio.fill('文字 text', '立即领取', ...button);
  await studio.choose('这一项有没有它 show', '引用…', ...button);
  await studio.fill('这一项有没有它 show', '$item.can_receive', ...button);
  const press = '按了一张卡片上的按钮 press';
  await studio.press(`${press} 加一项`, press);
  await studio.choose(`${press} 1 怎么写`, '调用接口', press);
  await studio.fill('config/api 中的调用名 call', 'coupon.receive', press, `${press} 1`);
  await studio.choose('路径中的参数 params 怎么写', '逐个字段写', press, `${press} 1`);
  await studio.fill('id', '$event.row.id', press, `${press} 1`, '路径中的参数 params');
  await studio.press(`${press} 加一项`, press);
  await studio.choose(`${press} 2 怎么写`, '刷新', press);
  await studio.fill('重新取得的数据 refresh 1', 'coupons', press, `${press} 2`);
}

/** The heading of a page that has been made empty. */
async function heading(text: string): Promise<void> {
  await studio.insert({ words: '文字', type: '文字 text', least: true });
  await studio.fill('文字 text', text);
  await studio.choose('样式 level', 'title');
}

/** A countdown to a moment, behind what is chosen. */
async function countdown(until: string): Promise<void> {
  await studio.insert({ words: '倒计时', type: '倒计时 countdown', least: true });
  await studio.choose('到哪一时刻 until 怎么写', '日期与时间');
  await studio.fill('到哪一时刻 until', until);
}

/** A page with nothing on it but its heading. */
async function plainPage(name: string, title: string, text = title): Promise<void> {
  await studio.newPage({ kind: 'page', title, name });
  await studio.item(`页面 ${title}`).click();
  await heading(text);
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

/* A second try does not begin in what the first has left half done. */
beforeEach(async ({ task }) => {
  if ((task.result?.retryCount ?? 0) === 0) return;
  await studio.close();
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
    await studio.press('各按钮 items 3 删除');
    await studio.press('各按钮 items 2 删除');
    await studio.fill('文字 text', '双十二大促进行中，去看看', '各按钮 items 1');
    await studio.fill('前往 to', '/double12', '各按钮 items 1');
    await studio.fill('哪一个 id', '', '各按钮 items 1');
    await studio.choose('样式 variant', '用默认值', '各按钮 items 1');
    await studio.press('按下一个没有 to 的按钮 press 1 删除');
    await studio.fill('开始 from', '2026-12-12 00:00', SHOWN);
    await studio.fill('结束 until', '2026-12-13 00:00', SHOWN);
    const home = async () => ((await written('pages/top/index.yaml')) as { blocks: unknown[] }).blocks.at(-1);
    await expect.poll(home).toEqual((byHand('区块', '去看看') as unknown[])[0]);
  });

  test('before, during and after: three pages that lead to each other', async () => {
    await plainPage('member-day-soon', '会员日预热');
    await setPage('会员日预热', ['结束 until', '2026-12-18 00:00', SCHEDULE]);
    await countdown('2026-12-18 00:00');
    await studio.fill('前面的文字 label', '距会员日开始');
    await plainPage('member-day-over', '会员日已结束', '会员日已结束，感谢参与');
    await setPage('会员日已结束', ['开始 from', '2026-12-19 00:00', SCHEDULE]);
    await plainPage('member-day', '会员日');
    await setPage(
      '会员日',
      ['开始 from', '2026-12-18 00:00', SCHEDULE],
      ['结束 until', '2026-12-19 00:00', SCHEDULE],
      ['开始前转到的站内地址 before', '/member-day-soon', SCHEDULE],
      ['结束后转到的站内地址 after', '/member-day-over', SCHEDULE],
    );
    await countdown('2026-12-19 00:00');
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

  test('a filter over a list', async () => {
    await studio.newPage({ kind: 'zone', title: '止咳专区', name: 'cough' });
    await setPage('止咳专区', ['keywords', '止咳', ...GOODS]);
    await studio.choose('侧边导航 sideNav', '用默认值', '外壳的哪些部分显示 meta');
    await filter('止咳专区', '止咳专区');
    await studio.item('广告轮播').click();
    await studio.button('删除').click();
    await studio.item('商品网格').click();
    await studio.fill('没有商品时 emptyText', '没有符合的商品，去掉几个条件试试');
    await byParts();
    const page = 'pages/zones/cough.yaml';
    await expect.poll(() => written(page)).toEqual(byHand(`config/${page}`));
  });

  test('coupons to take', async () => {
    await plainPage('spring-coupons', '春季领券');
    await coupons('春季领券');
    await expect
      .poll(() => written('pages/top/spring-coupons.yaml'))
      .toEqual(byHand('config/pages/marketing/spring-coupons.yaml'));
  });

  test('a new address, with the old one kept', async () => {
    await plainPage('fever-zone', '退热护理');
    await studio.button('页面改名…').click();
    const dialog = studio.page.getByRole('dialog', { name: '页面改名' });
    await dialog.getByRole('textbox', { name: '新地址' }).fill('/fever-care');
    await dialog.getByRole('button', { name: '改名' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const care = byHand('config/pages/zones/fever-care.yaml') as object;
    await expect.poll(() => written('pages/top/fever-zone.yaml')).toEqual({ ...care, name: 'fever_zone' });
  });

  test('a new activity with a countdown, coupons, a filter and a grid', async () => {
    await studio.newPage({
      kind: 'activity',
      title: '年终大促',
      name: 'year-end',
      from: '2026-12-20 00:00',
      until: '2027-01-01 00:00',
    });
    await filter('年终大促', '距离结束');
    await coupons('年终大促');
    interface Written {
      data: Record<string, { query?: Record<string, unknown> }>;
      blocks: { block: string }[];
    }
    const made = (await written('pages/marketing/year-end.yaml')) as Written;
    const cough = byHand('config/pages/zones/cough.yaml') as Written;
    const spring = byHand('config/pages/marketing/spring-coupons.yaml') as Written;
    const blockOf = ({ blocks }: Written, type: string) => blocks.find(({ block }) => block === type);
    expect(made.blocks.map(({ block }) => block).toSorted()).toEqual(
      ['ad-carousel', 'card-list', 'countdown', 'facet-bar', 'goods-grid', 'pagination', 'text'].toSorted(),
    );
    expect(blockOf(made, 'facet-bar')).toEqual(blockOf(cough, 'facet-bar'));
    expect(blockOf(made, 'card-list')).toEqual(blockOf(spring, 'card-list'));
    const { keywords: _, ...query } = { ...cough.data['goods']?.query };
    expect(made.data).toEqual({ goods: { call: 'goods.list', query }, ...spring.data });
  });
});
