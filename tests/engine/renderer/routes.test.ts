import { describe, expect, it } from 'vitest';
import { BASE } from '../../support/base-shop.ts';
import { reader, shopOf, textOf } from './shop.ts';

const META = 'meta: { header: false, footer: false, toolbar: false }';

describe('addresses', async () => {
  const shop = await shopOf({
    'config/pages/list.yaml': `name: list
${META}
blocks:
  - { block: text, text: 药品 }
  - { block: outlet }
children:
  - { name: list_index, path: /list/index, alias: [/list], title: 药品列表, blocks: [{ block: text, text: '第 {$query.page} 页' }] }
  - { name: list_info, path: '/list_info/:id/:kind?', alias: ['/list/info/:id'], title: 商品详情, blocks: [{ block: text, text: '编号 {$route.id} {$route.kind}' }] }
`,
    'config/pages/old.yaml': `name: old
path: /old/:id
redirect: '/list_info/{$route.id}'
`,
    'config/pages/former.yaml': `name: former
path: /former/:id
redirect: { to: /list_info/:id, status: 301 }
`,
    'config/pages/older.yaml': `name: older
path: /older/:id/:kind?
redirect: /list_info/:id/:kind?
`,
  });

  it('shows one page under its path and under each alias', async () => {
    const pages = [await shop.open('/list/index?page=2'), await shop.open('/list?page=2')];
    expect(pages.map(({ html }) => textOf(html))).toEqual([
      ['药品', '第 2 页'],
      ['药品', '第 2 页'],
    ]);
  });

  it('puts a child page where its parent has the outlet, with and without what may be left out', async () => {
    expect(textOf((await shop.open('/list_info/7')).html)).toEqual(['药品', '编号 7']);
    expect(textOf((await shop.open('/list_info/7/rx')).html)).toEqual(['药品', '编号 7 rx']);
  });

  it('redirects and keeps the query', async () => {
    const { status, location } = await shop.open('/old/12?from=ad');
    expect([status, location]).toEqual([302, '/list_info/12?from=ad']);
  });

  it('redirects for good where the page says so', async () => {
    const { status, location } = await shop.open('/former/12?from=ad');
    expect([status, location]).toEqual([301, '/list_info/12?from=ad']);
  });

  it('fills the parameters of a target as the router writes them', async () => {
    expect((await shop.open('/older/a%2Fb')).location).toBe('/list_info/a%2Fb');
    expect((await shop.open('/older/12/rx?from=ad')).location).toBe('/list_info/12/rx?from=ad');
  });

  it('leads an unknown address to the page that says so, which is a 404', async () => {
    expect((await shop.open('/nowhere')).location).toBe('/404');
    expect((await shop.open('/404')).status).toBe(404);
  });

  it.each([
    ['as browsers say it', { 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' }],
    ['as older browsers say it', { accept: 'text/html,application/xhtml+xml' }],
  ])('shows a person who asks for a missing file that it is not there, %s', async (_, headers) => {
    for (const path of ['/index.php', '/foo.html', '/list/old.aspx?id=7']) {
      const { status, html, location } = await shop.open(path, {}, headers);
      expect([path, status, location]).toEqual([path, 404, undefined]);
      expect(html).toContain('<title>找不到 - 试店</title>');
      expect(html).toContain('没有这一页');
      expect(html).toContain('"address":"/404"');
    }
  });

  it.each([
    ['a script', { 'sec-fetch-dest': 'script', accept: '*/*' }],
    ['a picture', { 'sec-fetch-dest': 'image', accept: 'image/avif,image/*' }],
    ['a call of a script', { 'sec-fetch-dest': 'empty', accept: 'text/html' }],
    ['a robot', { accept: '*/*' }],
  ])('answers nothing to %s that asks for a missing file', async (_, headers) => {
    const { status, html } = await shop.open('/foo.html', {}, headers);
    expect([status, html]).toEqual([404, '']);
  });

  it('leads nobody else from a missing file to a page', async () => {
    for (const path of ['/favicon.ico', '/manifest.json', '/list/logo.png', '/wp-login.php?a=1']) {
      const { status, html } = await shop.open(path);
      expect([path, status, html]).toEqual([path, 404, '']);
    }
    expect((await shop.open('/list_info/7.5')).status).toBe(200);
  });

  it('names the page and the shop in the title', async () => {
    expect((await shop.open('/list_info/7')).html).toContain('<title>商品详情 - 试店</title>');
  });
});

describe('access', async () => {
  const page = (name: string, access: string) =>
    `name: ${name}\npath: /${name}\naccess: ${access}\n${META}\ndata: { notes: { call: notes.list } }\nblocks: [{ block: text, text: '共 {$data.notes.total}' }]\n`;
  const shop = await shopOf({
    'config/pages/mine.yaml': page('mine', 'member'),
    'config/pages/buying.yaml': page('buying', 'approved'),
    'config/pages/office.yaml': page('office', 'staff'),
  });

  it('leads a visitor to the login and back again, and asks for nothing of the page', async () => {
    const { location, requests } = await shop.open('/mine?tab=2');
    expect(location).toBe('/login?from=%2Fmine%3Ftab%3D2');
    expect(requests).toEqual(['/api/user/base']);
  });

  it('leads whoever lacks a role to the page of that role, with the way back', async () => {
    const { location, requests } = await shop.open('/buying?tab=2', reader('member'));
    expect(location).toBe('/review?from=%2Fbuying%3Ftab%3D2');
    expect(requests).toEqual(['/api/user/base']);
    expect((await shop.open('/buying')).location).toBe('/login?from=%2Fbuying');
    expect((await shop.open('/office')).location).toBe('/login?from=%2Foffice');
  });

  it('redirects nobody who is not identified: it waits in the browser, or offers a retry', async () => {
    const slow = { '/api/user/base': { ...reader('member')['/api/user/base'], after: 300 } };
    const lost = { '/api/user/base': { code: 503 } };
    const answers = await Promise.all([slow, lost].map((each) => shop.open('/mine', each)));
    expect(answers.map(({ status, location, requests }) => [status, location, requests])).toEqual([
      [200, undefined, ['/api/user/base']],
      [200, undefined, ['/api/user/base']],
    ]);
    expect(answers.map(({ html }) => textOf(html))).toEqual([
      ['试店', '加载中…'],
      ['试店', '加载失败', '重试'],
    ]);
  });

  it('hides pages of the staff from everyone else', async () => {
    expect((await shop.open('/office', reader('approved'))).location).toBe('/404');
  });

  it('shows the page to whom it is for', async () => {
    const answers = { ...reader('approved'), '/api/notes': { data: { list: [], total: 3 } } };
    expect(textOf((await shop.open('/buying', answers)).html)).toEqual(['共 3']);
  });
});

describe('a shop whose login is on the main site', async () => {
  const site = `${BASE['config/site.yaml']}origin: https://yao.example\n`.replace(
    'closed: /closed',
    "closed: /closed, loginUrl: 'https://main.example/login?app=1'",
  );
  const shop = await shopOf({
    'config/site.yaml': site,
    'config/pages/mine.yaml': `name: mine\npath: /mine\naccess: member\n${META}\nblocks: [{ block: text, text: 我的 }]\n`,
  });
  const away = (path: string) =>
    `https://main.example/login?app=1&from=${encodeURIComponent(`https://yao.example${path}`)}`;

  it('sends whoever must log in there, with the address to come back to', async () => {
    const { location = '' } = await shop.open('/mine?tab=2');
    expect(location).toBe('/login?from=%2Fmine%3Ftab%3D2');
    const { status, location: elsewhere, requests } = await shop.open(location);
    expect([status, elsewhere, requests]).toEqual([302, away('/mine?tab=2'), []]);
  });

  it('comes back to the home page from a plain link, and to no other site', async () => {
    for (const path of ['/login', '/login?from=//evil.example', '/login?from=https://evil.example/'])
      expect((await shop.open(path)).location).toBe(away('/'));
  });
});

describe('schedules of pages', async () => {
  const page = (name: string, schedule: string) =>
    `name: ${name}\npath: /${name}\nschedule: { ${schedule} }\n${META}\nblocks: [{ block: text, text: 活动 }]\n`;
  const shop = await shopOf({
    'config/pages/past.yaml': page('past', 'until: 2026-11-05T12:00:00+08:00'),
    'config/pages/open.yaml': page(
      'open',
      'from: 2026-11-05T12:00:00+08:00, until: 2026-11-06T00:00:00+08:00',
    ),
    'config/pages/future.yaml': page('future', 'from: 2026-11-05T12:00:01+08:00, before: /open'),
    'config/pages/soon.yaml': page('soon', 'from: 2026-11-05T12:00:01+08:00'),
    'config/pages/over.yaml': page(
      'over',
      'from: 2026-11-01T00:00:00+08:00, until: 2026-11-05T12:00:00+08:00, before: /soon, after: /',
    ),
    'config/pages/group.yaml': `name: group
schedule: { from: 2026-11-05T12:00:01+08:00, before: /open }
${META}
children:
  - { name: inner, path: /inner, schedule: { from: 2026-11-07T00:00:00+08:00, before: / }, blocks: [] }
  - { name: moved, path: /moved, redirect: /inner }
`,
  });

  it('closes at the end, to the second', async () => {
    expect((await shop.open('/past')).location).toBe('/closed');
  });

  it('is open from its first second', async () => {
    expect(textOf((await shop.open('/open')).html)).toEqual(['活动']);
  });

  it('leads to where the page says: before it opens to one page, after that to another', async () => {
    expect((await shop.open('/future')).location).toBe('/open');
    expect((await shop.open('/over')).location).toBe('/');
  });

  it('leads to the notice that turns back, where the page names none for before', async () => {
    const opens = Date.parse('2026-11-05T12:00:01+08:00') / 1000;
    expect((await shop.open('/soon')).location).toBe(`/closed?from=%2Fsoon&opens=${opens}`);
  });

  it('lets the outermost closed page say where to, for redirects as well', async () => {
    expect((await shop.open('/inner')).location).toBe('/open');
    expect((await shop.open('/moved')).location).toBe('/open');
  });
});

describe('a slot whose ads cannot be had', async () => {
  const shop = await shopOf({
    'config/ads.yaml': 'brand: { label: 品牌, width: 10, height: 10, params: { ids: $query.ids } }\n',
    'config/api/ads.yaml':
      "focus.show: { get: '/api/focus/{name}', query: { ids: 'string?' }, response: 'ad[]', silent: true }\n",
    'config/pages/brand.yaml': `name: brand\npath: /brand\n${META}\nblocks: [{ block: text, text: 品牌专区 }, { block: ad-banner, slot: brand }]\n`,
  });

  it.each([404, 422, 500])('fails alone and not the page, when the server answers %i', async (code) => {
    const { status, html } = await shop.open('/brand?ids=7', { '/api/focus/brand': { code } });
    expect(status).toBe(200);
    expect(textOf(html)).toContain('品牌专区');
  });
});
