import { expect, test } from 'vitest';
import { htmlDocument } from '#engine/app/document.ts';
import { withoutScripts } from '#tools/bench/browser/without-scripts.ts';

test('a page without scripts keeps its content and its styles, and loads nothing for scripts', () => {
  const { html } = htmlDocument({
    title: '首页',
    site: { title: '店', locale: 'zh-CN' } as Parameters<typeof htmlDocument>[0]['site'],
    assets: {
      scripts: ['/assets/entry.js'],
      preloads: ['/assets/common.js'],
      data: ['/assets/registry.json'],
      styles: ['/assets/entry.css'],
    },
    hints: '<link rel="preload" as="image" href="/img/1.svg" fetchPriority="high"/>',
    body: [{ html: Buffer.from('<main>商品</main>'), styles: [] }],
    state: ['{"a":1}'],
  });
  const still = withoutScripts(html.toString());
  expect(still).toContain('<main>商品</main>');
  expect(still).toContain('/assets/entry.css');
  expect(still).toContain('/img/1.svg');
  expect(still).not.toMatch(/<script|\.js|\.json/);
});
