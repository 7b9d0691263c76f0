import { describe, expect, it } from 'vitest';
import type { Registry } from '#engine/generated/schemas.ts';
import { checkProject, expectClean, page } from './support/project.ts';

function emitted(files: Record<string, string>): Registry {
  const checked = checkProject(files);
  expectClean(checked);
  if (checked.registry === null) throw new Error('a clean config has a registry');
  return checked.registry;
}

const DATA = `data:
  goods: { call: goods.list, refresh: { every: 5 } }
  first: { call: goods.detail, params: { id: $data.goods.list.0.id }, when: $data.goods.total }
`;

describe('a route', () => {
  it('says that its data is fetched ahead where its page does', () => {
    const { routes } = emitted(page('prefetch: true\nblocks: []'));
    expect(routes.find(({ name }) => name === 'sample')).toMatchObject({ prefetch: true });
    expect(emitted(page('blocks: []')).routes[0]).not.toHaveProperty('prefetch');
  });
});

describe('a placed block', () => {
  it('has its defaults, its needs and its per-item props', () => {
    const { pages } = emitted(
      page(
        `${DATA}blocks:\n  - block: sample-grid\n    items: $data.goods.list\n    link: /goods/{$item.id}\n    when: $data.first.id`,
      ),
    );
    expect(pages['sample']?.blocks[0]).toMatchObject({
      block: 'sample-grid',
      key: '0',
      props: {
        items: '$data.goods.list',
        columns: 4,
        view: 'card',
        label: '商品',
        link: '/goods/{$item.id}',
      },
      when: '$data.first.id',
      needs: ['goods', 'first'],
      perItem: ['link'],
      emptyWhen: 'items',
      source: { file: 'config/pages/sample.yaml', line: 7 },
    });
  });

  it('has the per-item props and defaults of its list items', () => {
    const { pages } = emitted(
      page('blocks: [{ block: sample-table, rows: [], columns: [{ label: 一, value: $item.x }] }]'),
    );
    expect(pages['sample']?.blocks[0]).toMatchObject({
      props: { columns: [{ label: '一', value: '$item.x', width: 80 }] },
      perItem: ['columns.*.value'],
    });
  });

  it('gets its ads from a data entry of its own', () => {
    const registry = emitted({
      'config/ads.yaml': 'top: { label: 顶部, width: 1200, height: 90, params: { ids: a } }\n',
      ...page('blocks: [{ block: sample-box, blocks: [{ block: sample-ads, slot: top }] }]'),
    });
    expect(registry.pages['sample']?.blocks[0]?.blocks?.[0]).toMatchObject({
      key: '0.0',
      slot: 'top',
      props: { ads: '$data.slot_top', size: { width: 1200, height: 90, max: 6, label: '顶部' } },
      needs: ['slot_top'],
    });
    expect(registry.pages['sample']?.data).toEqual({
      slot_top: { call: 'focus.show', params: { name: 'top' }, query: { ids: 'a' }, after: [] },
    });
    expect(registry.pages['sample']?.types).toEqual(['sample-box', 'sample-ads']);
  });
});

describe('a page', () => {
  it('names what its data waits for', () => {
    const { pages } = emitted(page(`${DATA}blocks: []`));
    expect(pages['sample']?.data).toEqual({
      goods: { call: 'goods.list', every: 5, after: [] },
      first: {
        call: 'goods.detail',
        params: { id: '$data.goods.list.0.id' },
        when: '$data.goods.total',
        after: ['goods'],
      },
    });
  });

  it('inherits access, title and meta from the page around it', () => {
    const shells = {
      'config/shell/header.yaml': 'area: top\nblocks: [{ block: text, text: 头 }]\n',
      'config/shell/footer.yaml': 'area: bottom\nblocks: []\n',
      'config/shell/small.yaml': 'area: top\nblocks: []\n',
    };
    const registry = emitted({
      ...shells,
      ...page(
        'title: 外\naccess: member\nmeta: { header: small, width: narrow }\nchildren: [{ name: inner, path: /sample, meta: { footer: false }, blocks: [] }]',
      ),
    });
    const inner = registry.routes.find(({ name }) => name === 'sample')?.children[0];
    expect(inner).toMatchObject({ title: '外', access: 'member' });
    expect(inner?.meta).toMatchObject({
      header: 'small',
      footer: null,
      toolbar: null,
      width: 'narrow',
      menu: false,
      baseUser: true,
    });
    expect(registry.routes.find(({ name }) => name === 'fixed')?.meta).toMatchObject({
      header: 'header',
      footer: 'footer',
    });
    expect(registry.shells['header']).toMatchObject({ area: 'top', types: ['text'] });
  });
});

describe('a call', () => {
  const { calls, contracts, site, definitions } = emitted({
    'config/api/more.yaml': `x.y:
  post: /api/x/{id}
  body: { limit: { type: integer, default: $site.constants.badgeMax }, new: { const: 1 }, goods: 'goods-card[]' }
  delay: $site.constants.cartAddDelay
  repeat: parallel
  response: { page: goods-card }
`,
  });

  it('has a binding for the browser', () => {
    expect(calls['x.y']).toEqual({
      method: 'POST',
      path: '/api/x/{id}',
      body: { limit: 99, new: 1 },
      encoding: 'json',
      delay: 200,
      parallel: true,
    });
  });

  it('has a contract for the server', () => {
    const { params, body, response, source, access } = contracts['x.y'] ?? {};
    expect({ params, access, source }).toEqual({
      access: 'visitor',
      source: { file: 'config/api/more.yaml', line: 2 },
      params: {
        type: 'object',
        additionalProperties: false,
        required: ['id'],
        properties: { id: { type: 'string', title: '编号' } },
      },
    });
    expect(body).toMatchObject({
      required: ['goods'],
      properties: { limit: { type: 'integer', default: 99 } },
    });
    expect(response).toMatchObject({
      properties: { list: { type: 'array', items: { $ref: 'entity:goods-card' } } },
    });
    expect(definitions['goods']).toMatchObject({
      $id: 'entity:goods',
      allOf: [{ $ref: 'entity:goods-card' }],
    });
  });

  it('finds every constant of the site', () => {
    expect(site.constants).toMatchObject({ badgeMax: 99, cartDrawerOpen: 310, trade: { pageSize: 20 } });
    expect(site.texts).toMatchObject({ retry: '重试' });
    expect(site.api).toMatchObject({ base: '', timeout: 30_000, serverRenderTimeout: 1500 });
  });
});
