import { expect, it } from 'vitest';
import { BASE } from '../../support/base-shop.ts';
import { FILES, HITS } from './foreign-shop.ts';
import { shopOf } from './shop.ts';

const PAGE = 'config/pages/catalog.yaml';
const SITE = 'config/site.yaml';

const answersWith = (hits: readonly object[]) => ({ '/api/catalog': { data: { hits } } });

const linksOf = (html: string) =>
  Array.from(html.matchAll(/href="([^"]*(?:stamp|rollerball))"/g), ([, to]) => to);

/** A built shop, where what many readers get alike is rendered once: its cards link to what the reader remembers. */
const shop = await shopOf(
  {
    ...FILES,
    [SITE]: `${BASE[SITE]}remember: { listPath: /catalog }\n`,
    [PAGE]: FILES[PAGE].replace(
      'to: /catalog/{$item.handle}',
      "to: '{$site.remember.listPath}/{$item.handle}'",
    ),
  },
  {},
  {},
);

async function linksFor(hits: readonly object[], remembered = {}) {
  const cookie = `kept=${encodeURIComponent(JSON.stringify(remembered))}`;
  const { html, errors } = await shop.open('/catalog', answersWith(hits), { cookie });
  expect(errors).toEqual([]);
  return linksOf(html);
}

it('links for each reader to what the reader remembers', async () => {
  for (let reader = 0; reader < 3; reader += 1)
    expect(await linksFor(HITS)).toEqual(['/catalog/rollerball', '/catalog/stamp']);
  expect(await linksFor(HITS, { listPath: '/404' })).toEqual(['/404/rollerball', '/404/stamp']);
});

it('links to what the answer says now, where the items look as before', async () => {
  for (let reader = 0; reader < 3; reader += 1) await linksFor(HITS);
  const moved = HITS.map((hit) => ({ ...hit, handle: `new-${hit.handle}` }));
  expect(await linksFor(moved)).toEqual(['/catalog/new-rollerball', '/catalog/new-stamp']);
});

it('is the same for a block with an empty place, and leaves the block in its page where something stands there', async () => {
  const page = (name: string, toolbar: boolean) =>
    `  - { name: ${name}, path: /${name}, title: 页, blocks: [{ block: text, text: 页 }], meta: { header: true, footer: false, toolbar: ${toolbar} } }\n`;
  const site = await shopOf(
    {
      'config/shell/header.yaml':
        'area: top\nblocks:\n  - { block: columns, ratio: [1], blocks: [{ block: outlet, area: corner }] }\n',
      'config/shell/toolbar.yaml': 'area: corner\nblocks:\n  - { block: text, text: 在角上 }\n',
      'config/pages/two.yaml': `name: two\nchildren:\n${page('bare', false)}${page('beside', true)}`,
    },
    {},
    {},
  );
  const readers = ['one', 'two', 'three', 'four'];
  const views = async (path: string) => Promise.all(readers.map(async () => (await site.open(path)).html));
  const bare = await views('/bare');
  expect(new Set(bare).size).toBe(1);
  expect(bare[0]).toMatch(/class="[^"]*column/);
  expect(bare[0]).not.toContain('在角上');
  const beside = await views('/beside');
  expect(new Set(beside).size).toBe(1);
  expect(beside[0]).toContain('在角上');
});
