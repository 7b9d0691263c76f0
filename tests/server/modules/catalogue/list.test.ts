import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { startShop } from './support.ts';

type Query = Partial<Calls['goods.list']['query']>;

describe.each(['pglite', 'postgres'] as const)('the goods list on %s', (engine) => {
  let shop: TestApp;
  let demo: Browser;
  beforeAll(async () => {
    shop = await startShop(620, engine);
    demo = await shop.as('demo');
  });
  afterAll(() => shop.close());

  const list = async (query: Query, browser = demo) => {
    const { code, data } = await browser.call('goods.list', { query });
    expect(code).toBe(200);
    return data;
  };
  const sample = async () => {
    const [goods] = (await list({ keywords: '布洛芬缓释胶囊' })).list;
    if (!goods) throw new Error('no sample');
    return goods;
  };

  it('finds by name, generic name, maker, initials, full pinyin, code, barcode and approval number', async () => {
    const goods = await sample();
    const { barcode } = (await demo.call('goods.detail', { params: { id: goods.id } })).data;
    const keys = [
      goods.name,
      '布洛芬',
      '布',
      goods.sccj.slice(0, 4),
      'blfhs',
      'BLF',
      'buluofen',
      goods.code,
      barcode,
      barcode.slice(0, 9),
      goods.approval_number,
      goods.approval_number.replace('国药准字', ''),
      `布洛芬 ${goods.sccj.slice(0, 2)}`,
    ];
    for (const keywords of keys) {
      const found = await list({ keywords, page_size: 100 });
      expect(
        found.list.map(({ id }) => id),
        keywords,
      ).toContain(goods.id);
    }
  });

  it('finds what begins after a salt by its own initials', async () => {
    expect((await list({ keywords: 'ejsgp' })).list.every(({ name }) => name.includes('二甲双胍'))).toBe(
      true,
    );
    expect((await list({ keywords: 'ejsgp' })).total).toBeGreaterThan(0);
  });

  it('leads amxl with 阿莫西林胶囊 that can be bought one by one, on a ladder', async () => {
    const found = (await list({ keywords: 'amxl', page_size: 40 })).list;
    const [first, second] = found.filter(({ name }) => name === '阿莫西林胶囊');
    expect(found[0]).toBe(first);
    for (const goods of [first, second]) {
      expect(goods).toMatchObject({
        name: '阿莫西林胶囊',
        is_buy: 1,
        multiple: 1,
        qg_number: 1,
        ladder_price_type: 2,
      });
      expect(goods?.ladder_price).toHaveLength(3);
      expect(goods?.number).toBeGreaterThan(1000);
    }
  });

  it('finds nothing for nonsense, and treats wildcards and quotes as text', async () => {
    for (const keywords of ['!!', '_', '%', '…', '💊', '🙂🙂']) {
      expect(await list({ keywords }), keywords).toMatchObject({ list: [], total: 0 });
    }
    expect((await list({ keywords: '  ' })).total).toBe((await list({})).total);
    for (const keywords of ['zzzzqqq', "' OR 1=1 --", '阿%林', '莫_林', '100%好']) {
      expect((await list({ keywords })).total, keywords).toBe(0);
    }
  });

  it('searches makers alone when asked to', async () => {
    const goods = await sample();
    const word = goods.sccj.slice(0, 2);
    const found = await list({ keywords: word, type: 'maker', page_size: 100 });
    expect(found.total).toBeGreaterThan(0);
    expect(found.list.every(({ sccj }) => sccj.includes(word))).toBe(true);
    expect((await list({ keywords: '阿莫西林', type: 'maker' })).total).toBe(0);
  });

  it('narrows by category with all below it, and says where one is', async () => {
    const home = (await demo.call('global.home')).data;
    const top = home.category[0];
    const child = top?.children[0];
    const whole = await list({ select: String(top?.id), page_size: 100 });
    const part = await list({ select: String(child?.id), page_size: 100 });
    expect(part.total).toBeGreaterThan(0);
    expect(part.total).toBeLessThan(whole.total);
    expect(part.category_path.map(({ text }) => text)).toEqual(['药品', top?.name, child?.name]);
    const ids = new Set(whole.list.map(({ id }) => id));
    expect(part.list.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  it('shows free-shipping goods alone with yx, with its tree and with its categories', async () => {
    const home = (await demo.call('global.home')).data;
    for (const query of [
      { yx: 1 },
      { tree: 'yx' },
      { select: String(home.category_yx[0]?.id) },
    ] satisfies Query[]) {
      const found = await list(query);
      expect(found.total).toBeGreaterThan(0);
      expect(found.list.every(({ is_youx }) => is_youx === 1)).toBe(true);
    }
  });

  it('counts each facet value as the list that choosing it gives', async () => {
    const { facets } = await list({ tree: 'drug' });
    expect(facets.map(({ key }) => key)).toEqual(['select', 'maker', 'form', 'expiry']);
    for (const key of ['maker', 'form'] as const) {
      const option = facets.find((facet) => facet.key === key)?.options[1];
      const chosen = await list({ tree: 'drug', [key]: option?.value });
      expect(chosen.total).toBe(option?.count);
      expect(chosen.facets.find((facet) => facet.key === key)?.options.length).toBeGreaterThan(1);
    }
  });

  it('sorts every way it offers', async () => {
    const by = async (sort: NonNullable<Query['sort']>) => (await list({ sort, page_size: 100 })).list;
    const ascending = (values: readonly (number | string)[]) =>
      values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value);
    expect(ascending((await by('sales')).map(({ sales }) => -sales))).toBe(true);
    expect(ascending((await by('expiry')).map(({ expires }) => expires ?? '9999'))).toBe(true);
    const shown = (await by('price-asc')).filter(({ price }) => price !== null);
    const base = shown.map(({ price, original_price }) => original_price ?? price ?? 0);
    expect(base).toEqual(base.toSorted((one, other) => one - other));
    const stocked = (await by('relevance')).filter(({ number }) => number !== null);
    const usual = stocked.map(({ number }) => (number === 0 ? 1 : 0));
    expect(ascending(usual)).toBe(true);
  });

  it('filters by price, stock and expiry', async () => {
    const dear = await list({ price_from: 20, price_to: 30, page_size: 100 });
    expect(dear.total).toBeGreaterThan(0);
    for (const { price, original_price } of dear.list) {
      expect(original_price ?? price).toBeGreaterThanOrEqual(20);
      expect(original_price ?? price).toBeLessThanOrEqual(30);
    }
    const stocked = await list({ stock: 1, page_size: 100 });
    expect(stocked.list.every(({ stock_text }) => stock_text !== '缺货')).toBe(true);
    const near = await list({ expiry: 'near' });
    expect(near.total).toBeGreaterThan(0);
    expect(near.list.every(({ tags }) => tags.some(({ text }) => text === '近效期'))).toBe(true);
    expect((await list({ expiry: '12' })).list.every(({ expires }) => (expires ?? '') > '2027-11-01')).toBe(
      true,
    );
  });

  it('shows what is promoted now', async () => {
    const promoted = await list({ promotion: 1, page_size: 100 });
    expect(promoted.total).toBeGreaterThan(0);
    expect(promoted.list.every(({ spike }) => spike !== null)).toBe(true);
  });

  it('pages without repeating or missing a good, and takes a page beyond the last one for the last one', async () => {
    const seen = new Set<number>();
    const { total } = await list({ tree: 'tcm' });
    const last = Math.ceil(total / 20);
    for (let page = 1; page <= last; page += 1) {
      for (const { id } of (await list({ tree: 'tcm', page })).list) seen.add(id);
    }
    expect(seen.size).toBe(total);
    expect(await list({ tree: 'tcm', page: 4999 })).toEqual(await list({ tree: 'tcm', page: last }));
  });
});
