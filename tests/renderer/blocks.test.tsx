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

  it('says what failed and offers a retry, for the blocks that needed it only', async () => {
    const { html } = await shop.open('/test', {
      '/api/notes': { code: 500 },
      '/api/slow': { data: { name: '快' } },
    });
    expect(textOf(html)).toEqual([
      '不等数据',
      '加载失败',
      '代码 500',
      '重试',
      '慢 快',
      '加载失败',
      '代码 500',
      '重试',
    ]);
    expect(html.match(/role="alert"/g)).toHaveLength(2);
  });

  it('tells an empty list from a failed one', async () => {
    const { html } = await shop.open('/test', {
      '/api/notes': { data: { list: [], total: 0 } },
      '/api/slow': { data: {} },
    });
    expect(textOf(html)).toEqual(['不等数据', '共 0', '慢', '一条也没有']);
  });

  it('asks for everything at once', async () => {
    const { asked } = await shop.open('/test', { ...NOTES, '/api/slow': { data: {} } });
    expect(asked.sort()).toEqual(['/api/notes?page=1', '/api/slow']);
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

  it('costs its own place, and is heard of', async () => {
    const { status, html, errors } = await shop.open('/test');
    expect([status, textOf(html)]).toEqual([200, ['前', '加载中…', '后']]);
    expect(errors).toEqual([new Error('boom')]);
  });
});

describe('a page about something that is not there', () => {
  it('is a 404', async () => {
    const shop = await shopOf(
      page("data: { slow: { call: notes.slow } }\nblocks: [{ block: text, text: '{$data.slow.name}' }]\n"),
    );
    expect((await shop.open('/test', { '/api/slow': { code: 404 } })).status).toBe(404);
  });
});
