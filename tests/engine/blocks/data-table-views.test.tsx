// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const office = await siteOf({
  'config/api/views.yaml': `views.list:
  get: /api/views
  response: { list: { list: true, fields: { id: integer, name: string, search: string, is_default: integer } } }
views.save:
  post: /api/views
  encoding: json
  body: { table: string, id: integer?, name: string, search: string, is_default: integer }
  renews: [views.list]
views.remove: { delete: '/api/views/{id}', params: { id: integer }, renews: [views.list] }
things.list:
  get: /api/things
  query: { state: string?, page: integer? }
  response: { list: { list: true, fields: { id: integer, name: string, number: integer } }, total: integer }
things.export: { post: /api/things/export, encoding: json, body: { table: string, search: string, format: string } }
things.act: { post: /api/things/act, encoding: json, body: { ids: 'integer[]', all: integer, search: string } }
`,
  'config/pages/things.yaml': `name: things
path: /things
title: 物品
${BARE}
data:
  views: { call: views.list }
  things: { call: things.list, query: { state: $query.state, page: $query.page } }
blocks:
  - block: data-table
    label: 物品
    rows: $data.things.list
    emptyText: 没有物品
    table: things
    filters: $query
    views: $data.views.list
    found: $data.things.total
    choose: true
    bulk: [{ id: act, text: 处理 }]
    columns: [{ label: 名称, value: $item.name }, { label: 数量, kind: number, value: $item.number }]
    on:
      saveView: [{ call: views.save, body: $event }]
      removeView: [{ call: views.remove, params: { id: $event.id } }]
      openView: [{ go: $event.to, replace: true }]
      export: [{ call: things.export, body: $event }]
      bulk: [{ call: things.act, body: { ids: $event.ids, all: $event.all, search: $event.search } }]
`,
});

interface View {
  id: number;
  name: string;
  search: string;
  is_default: number;
}

function officeServer(views: View[], list = [{ id: 1, name: '甲', number: 0 }]): Server {
  return {
    'GET /api/views': () => ({ data: { list: views } }),
    'POST /api/views': ({ body }) => {
      const saved = { id: views.length + 1, ...(body as Omit<View, 'id'>) };
      const at = views.findIndex(({ id }) => id === saved.id);
      if (at === -1) views.push(saved);
      else views[at] = saved;
      return { data: { id: saved.id } };
    },
    'DELETE /api/views/1': () => {
      views.splice(0, 1);
      return { data: null };
    },
    'GET /api/things': () => ({ data: { list, total: 30 } }),
    'POST /api/things/export': () => ({ data: null }),
    'POST /api/things/act': () => ({ data: null }),
  };
}

it('keeps the filters on show under a name, without the page', async () => {
  const { user, page, requests } = await office.open('/things?state=open&page=2', officeServer([]));
  await user.click(await page.findByRole('button', { name: '保存筛选' }));
  const dialog = within(await page.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/名称/), '没办的');
  await user.click(dialog.getByLabelText('打开时默认用它'));
  await user.click(dialog.getByRole('button', { name: '保存' }));
  const link = await page.findByRole('link', { name: '没办的默认' });
  expect(link.getAttribute('aria-current')).toBe('true');
  expect(requests('POST /api/views').map(({ body }) => body)).toEqual([
    { table: 'things', name: '没办的', search: 'state=open', is_default: 1 },
  ]);
  expect(page.queryByRole('button', { name: '保存筛选' })).toBeNull();
});

it('opens with the default filter, and shows everything to whoever clears it', async () => {
  const views = [{ id: 1, name: '没办的', search: 'state=open', is_default: 1 }];
  const { page, address } = await office.open('/things', officeServer(views));
  await expect.poll(address).toBe('/things?state=open');
  expect((await page.findByRole('link', { name: '没办的默认' })).getAttribute('href')).toBe('?state=open');
});

it('renames a saved filter and removes it, also where it finds nothing', async () => {
  const views = [{ id: 1, name: '没办的', search: 'state=open', is_default: 0 }];
  const { user, page, requests } = await office.open('/things?state=open', officeServer(views, []));
  await page.findByText('没有物品');
  await user.click(page.getByRole('button', { name: '管理筛选' }));
  const dialog = within(await page.findByRole('dialog'));
  const name = dialog.getByLabelText(/名称/);
  await user.clear(name);
  await user.type(name, '未办的');
  await user.click(dialog.getByRole('button', { name: '保存' }));
  await page.findByRole('link', { name: '未办的' });
  expect(requests('POST /api/views').map(({ body }) => body)).toEqual([
    { table: 'things', id: 1, name: '未办的', search: 'state=open', is_default: 0 },
  ]);
  await user.click(await dialog.findByRole('button', { name: '删除 未办的' }));
  await expect.poll(() => page.queryByRole('link', { name: '未办的' })).toBeNull();
});

it('exports what the filters find, and acts on all of it once that is chosen', async () => {
  const { user, page, requests } = await office.open('/things?state=open', officeServer([]));
  await user.click(await page.findByRole('button', { name: '导出' }));
  await expect
    .poll(() => requests('POST /api/things/export').map(({ body }) => body))
    .toEqual([{ table: 'things', search: 'state=open', format: 'xlsx' }]);
  await user.click(page.getByRole('button', { name: '导出 CSV' }));
  await expect
    .poll(() =>
      requests('POST /api/things/export')
        .map(({ body }) => body)
        .at(-1),
    )
    .toEqual({ table: 'things', search: 'state=open', format: 'csv' });
  await user.click(page.getByLabelText('全选本页'));
  await user.click(page.getByRole('button', { name: '选中全部 30 行' }));
  await page.findByText('已选查到的全部 30 行');
  await user.click(page.getByRole('button', { name: '处理' }));
  await expect
    .poll(() => requests('POST /api/things/act').map(({ body }) => body))
    .toEqual([{ ids: [1], all: 1, search: 'state=open' }]);
  await user.click(page.getByRole('button', { name: '只选本页' }));
  await page.findByText('已选 1 行');
});
