import { describe, expect, it } from 'vitest';
import { shopOf, textOf } from './shop.ts';

const META = 'meta: { header: false, footer: false, toolbar: false, baseUser: false }';

const page = (rest: string) => ({ 'config/pages/test.yaml': `name: test\npath: /test\n${META}\n${rest}` });

const NOTES = {
  '/api/notes': {
    data: {
      list: [
        { id: 1, name: '甲', hot: true },
        { id: 2, name: '乙', hot: false },
      ],
      total: 2,
    },
  },
};

describe('faces', async () => {
  const shop = await shopOf(
    page(`data: { notes: { call: notes.list }, slow: { call: notes.slow } }
blocks:
  - { block: text, text: 不等数据 }
  - { block: text, text: '共 {$data.notes.total}' }
  - { block: text, text: '慢 {$data.slow.name}' }
  - block: repeat
    items: $data.notes.list
    emptyText: 一条也没有
    blocks: [{ block: text, text: '{$item.name}', when: $item.hot }]
`),
  );

  it('shows what is there, and a skeleton for what takes too long', async () => {
    const { html } = await shop.open('/test', {
      ...NOTES,
      '/api/slow': { after: 400, data: { name: '迟到' } },
    });
    expect(textOf(html)).toEqual(['不等数据', '共 2', '加载中…', '甲']);
    expect(html).toContain('role="status"');
  });

  it('says once what failed and offers a retry, however many blocks needed it', async () => {
    const { html } = await shop.open('/test', {
      '/api/notes': { code: 500 },
      '/api/slow': { data: { name: '快' } },
    });
    expect(textOf(html)).toEqual(['不等数据', '加载失败', '代码 500', '重试', '慢 快']);
    expect(html.match(/role="alert"/g)).toHaveLength(1);
  });

  it('says once what failed, also where data waited for it in vain', async () => {
    const waiting = await shopOf(
      page(`data:
  notes: { call: notes.list }
  slow: { call: notes.slow, when: { gt: [$data.notes.total, 0] } }
blocks:
  - { block: text, text: '共 {$data.notes.total}' }
  - { block: text, text: '慢 {$data.slow.name}' }
`),
    );
    const { html } = await waiting.open('/test', { '/api/notes': { code: 500 } });
    expect(textOf(html)).toEqual(['加载失败', '代码 500', '重试']);
  });

  it('says each failure, and offers no retry for a refusal that stays', async () => {
    const { html } = await shop.open('/test', { '/api/notes': { code: 403 }, '/api/slow': { code: 502 } });
    expect(textOf(html)).toEqual(['不等数据', '加载失败', '代码 403', '加载失败', '代码 502', '重试']);
  });

  it('tells an empty list from a failed one', async () => {
    const { html } = await shop.open('/test', {
      '/api/notes': { data: { list: [], total: 0 } },
      '/api/slow': { data: {} },
    });
    expect(textOf(html)).toEqual(['不等数据', '共 0', '慢', '一条也没有']);
  });

  it('asks for everything at once', async () => {
    const { requests } = await shop.open('/test', { ...NOTES, '/api/slow': { data: {} } });
    expect(requests.sort()).toEqual(['/api/notes?page=1', '/api/slow']);
  });

  it('sends the data along once, in JSON that cannot end its element', async () => {
    const data = { list: [], total: '</script><b>' };
    const { html } = await shop.open('/test', { '/api/notes': { data }, '/api/slow': {} });
    expect(html.match(/\\u003c\/script>/g)).toHaveLength(1);
    expect(html.match(/<\/script>/g)).toHaveLength(html.match(/<script/g)?.length ?? 0);
  });
});

describe('schedules of blocks', () => {
  it('shows a block within its time only', async () => {
    const shop = await shopOf(
      page(`blocks:
  - { block: text, text: 昨天, schedule: { until: 2026-11-05T00:00:00+08:00 } }
  - { block: text, text: 今天, schedule: { from: 2026-11-05T00:00:00+08:00 } }
`),
    );
    expect(textOf((await shop.open('/test')).html)).toEqual(['今天']);
  });
});

describe('a block that crashes', async () => {
  const Crash = () => {
    throw new Error('boom');
  };
  const shop = await shopOf(
    page('blocks: [{ block: text, text: 前 }, { block: notice, text: 坏 }, { block: text, text: 后 }]\n'),
    { notice: { Component: Crash } },
  );

  it('fails alone, and is reported', async () => {
    const { status, html, errors } = await shop.open('/test');
    expect([status, textOf(html)]).toEqual([200, ['前', '加载中…', '后']]);
    expect(errors).toEqual([new Error('boom')]);
  });
});

describe('what failed inside containers', async () => {
  const shop = await shopOf(
    page(`data: { notes: { call: notes.list }, slow: { call: notes.slow } }
blocks:
  - block: columns
    ratio: [1, 1]
    blocks:
      - { block: panel, title: 左, blocks: [{ block: text, text: '{$data.slow.name}' }] }
      - { block: panel, title: 右, blocks: [{ block: text, text: '{$data.slow.name}' }] }
  - { block: panel, title: 空, blocks: [{ block: text, text: '{$data.slow.name}' }] }
  - { block: panel, title: 半, blocks: [{ block: text, text: '{$data.slow.name}' }, { block: text, text: 另有 }] }
  - { block: panel, title: 无 }
`),
  );

  it('is said by the first; what would be left with a heading alone is not shown', async () => {
    const { html } = await shop.open('/test', { ...NOTES, '/api/slow': { code: 500 } });
    expect(textOf(html)).toEqual(['左', '加载失败', '代码 500', '重试', '半', '另有', '无']);
  });

  it('is as usual when nothing has failed', async () => {
    const { html } = await shop.open('/test', { ...NOTES, '/api/slow': { data: { name: '到' } } });
    expect(textOf(html)).toEqual(['左', '到', '右', '到', '空', '到', '半', '到', '另有', '无']);
  });
});

describe('a page about something that is not there', async () => {
  const shop = await shopOf(
    page(`data: { slow: { call: notes.slow }, notes: { call: notes.list, query: { page: $query.page } } }
title: '{$data.notes.total} 条'
blocks: [{ block: text, text: 便条 }, { block: text, text: '{$data.notes.total}' }, { block: text, text: '{$data.slow.name}' }]
`),
  );

  it('says so once, in the server’s words, with ways on and no retry', async () => {
    const { status, html } = await shop.open('/test', { '/api/notes': { code: 404 }, '/api/slow': {} });
    expect([status, textOf(html)]).toEqual([
      404,
      ['代码 404', '它可能已被删除或下架，也可能是地址写错了。', '返回上一页', '返回首页'],
    ]);
    expect(html).toMatch(/<h1[^>]*>代码 404/);
    expect(html).toContain('<title>内容不存在 - 试店</title>');
  });

  it('says so as well when the address leaves out what it is about, or says what nothing is called', async () => {
    const needy = await shopOf({
      'config/api/needy.yaml':
        "notes.one: { get: '/api/note/{id}', params: { id: integer }, response: { name: string }, silent: true }\n",
      'config/pages/needy.yaml': `name: needy
path: /needy
${META}
data: { note: { call: notes.one, params: { id: $query.id } } }
blocks: [{ block: text, text: '{$data.note.name}' }]
`,
    });
    const { status, html } = await needy.open('/needy');
    expect([status, textOf(html)[0]]).toEqual([404, '内容不存在']);
    const refusing = { '/api/note/x': { code: 422 } };
    expect((await needy.open('/needy?id=x', refusing)).status).toBe(404);
    expect((await shop.open('/test', { '/api/notes': { code: 422 }, '/api/slow': {} })).status).toBe(404);
  });

  it('stands when something beside its subject is missing', async () => {
    const { status, html } = await shop.open('/test', { ...NOTES, '/api/slow': { code: 404 } });
    expect([status, textOf(html)]).toEqual([200, ['便条', '2', '加载失败', '代码 404']]);
    expect(html).toContain('<title>2 条 - 试店</title>');
  });
});
