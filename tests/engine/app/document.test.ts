import { expect, test } from 'vitest';
import { htmlDocument } from '#engine/app/document.ts';

test('what a page works with stands after what it is read with', () => {
  const { html } = htmlDocument({
    title: '首页',
    site: { title: '店', locale: 'zh-CN' } as Parameters<typeof htmlDocument>[0]['site'],
    assets: {
      scripts: ['/entry.js'],
      preloads: ['/common.js'],
      data: ['/registry.json'],
      styles: ['/entry.css'],
    },
    hints: '',
    body: [{ html: Buffer.from('<main>商品</main>'), styles: [] }],
    state: ['{}'],
  });
  const parts = [
    '/entry.css',
    '<main>',
    'id="state"',
    '/entry.js',
    '/registry.json',
    '/common.js',
    '</body>',
  ];
  const places = parts.map((part) => html.toString().indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
