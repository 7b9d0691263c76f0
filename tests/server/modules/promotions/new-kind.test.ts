import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KINDS } from '#shop/domain/promotions/kinds.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { fillCart } from '../../support/buyer.ts';
import { makeGoods, makeShelf } from '../../support/shelf.ts';
import { START } from '../../support/store.ts';
import bundle from './bundle.ts';

describe('a kind of promotion that is only a file', () => {
  let shop: TestApp;
  let ops: Browser;
  let buyer: Browser;
  beforeAll(async () => {
    // The one line that a new kind adds beside its file; the shop is loaded anew, as files share their modules.
    vi.resetModules();
    vi.doMock('#shop/domain/promotions/kinds.ts', () => ({ KINDS: [...KINDS, bundle] }));
    const { startApp } = await import('../../support/app.ts');
    shop = await startApp({ seed: makeShelf });
    ops = await shop.as('ops');
    buyer = await shop.as('demo');
  });
  afterAll(async () => {
    await shop.close();
    vi.doUnmock('#shop/domain/promotions/kinds.ts');
    vi.resetModules();
  });

  it('has its form in the back office, its mark on cards, its price in the cart, and its rule in words', async () => {
    const goods_id = await makeGoods(shop.db, { price: 10, stock: 100 });
    const { data: list } = await ops.call('ops-promotion.list');
    expect(list.to_make).toContainEqual({ value: 'bundle', label: '多件立减' });
    const { data: blank } = await ops.call('ops-promotion.blank', { params: { kind: 'bundle' } });
    expect(blank.fields.map(({ label }) => label)).toEqual([
      '名称',
      '给买家看的说明',
      '开始',
      '结束',
      '买几件起',
      '每件减（元）',
    ]);
    const rule = { from: '3', off: 2.5, name: '多件', starts_at: START };
    const preview = await ops.call('ops-promotion.preview', { body: { kind: 'bundle', rule } });
    expect(preview.data).toMatchObject({ words: ['3 件起每件减 ¥2.50'], problem: '' });
    const body = { kind: 'bundle', name: '多件', starts_at: START, ends_at: START + 600, rule };
    const { id } = (await ops.call('ops-promotion.save', { body })).data;
    await ops.call('ops-promotion.put', { params: { id }, body: { goods_id, role: 'goods' } });
    const published = await ops.call('ops-promotion.publish', { params: { id }, body: { published: 1 } });
    expect(published).toMatchObject({ code: 200 });

    const { data: detail } = await buyer.call('goods.detail', { params: { id: goods_id } });
    expect(detail.tags).toContainEqual({ text: '多件立减', tone: 'promo' });
    const line = async () => (await buyer.call('cart.list')).data.data[0];
    const [lineId = 0] = await fillCart(buyer, { [goods_id]: 2 });
    expect(await line()).toMatchObject({
      price: 10,
      explanation: { missed: [{ label: '多件立减', reason: '再买 1 件可减' }] },
    });
    await buyer.call('cart.edit', { params: { id: lineId }, body: { params: { number: 3 } } });
    expect(await line()).toMatchObject({
      price: 7.5,
      amount: 22.5,
      explanation: { steps: [{ kind: 'bundle', label: '多件立减', amount: -7.5 }] },
    });
    const { data: page } = await buyer.call('activity.promotions', { query: { kind: 'bundle' } });
    expect(page.list).toMatchObject([
      { kind_text: '多件立减', rules: ['3 件起每件减 ¥2.50'], state: 'open' },
    ]);
  });
});

describe('the names of kinds', () => {
  /** Files that are about one kind: what a page or a call shows, the demonstration's own promotions, what was once. */
  const ABOUT_ONE = [
    /^src\/server\/(?:modules\/[\w-]+\/)?seed[./]/,
    /^src\/server\/migrations\//,
    /^src\/server\/modules\/campaigns\/routes\.ts$/,
  ];
  // Those that are not also the name of a moment or of an order.
  const stages = new Set<string>(KINDS.map(({ stage }) => stage));
  const names = KINDS.map(({ kind }) => kind).filter((kind) => kind !== 'group' && !stages.has(kind));
  const named = new RegExp(`(?:kind|kinds)\\b[^\\n]{0,40}['"](?:${names.join('|')})['"]`);

  it('stand in no list outside of their files', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((name) => join('src', name))
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('src/generated/'))
      .filter(
        (name) => !name.startsWith('src/shop/domain/promotions/') && !ABOUT_ONE.some((of) => of.test(name)),
      );
    expect(files.length).toBeGreaterThan(500);
    const lists = files.flatMap((name) =>
      readFileSync(name, 'utf8')
        .split('\n')
        .filter((line) => named.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
    expect(lists).toEqual([]);
  });
});
