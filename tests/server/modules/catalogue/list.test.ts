import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { makeMember } from '../../support/members.ts';
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

  it('offers the names nearest to words that find nothing: mistyped, misheard, or with slips in pinyin', async () => {
    for (const [keywords, meant] of [
      ['阿莫西灵胶囊', '阿莫西林胶囊'],
      ['布洛分缓释', '布洛芬缓释胶囊'],
      ['消本地平', '硝苯地平缓释片'],
      ['buluofan', '布洛芬缓释胶囊'],
      ['amuxilin', '阿莫西林胶囊'],
      ['maoxilin', '阿莫西林胶囊'],
      ['banlangeng', '板蓝根颗粒'],
    ] as const) {
      const { total, nearest } = await list({ keywords });
      expect(total, keywords).toBe(0);
      expect(nearest.map(({ text }) => text).slice(0, 4), keywords).toContain(meant);
      expect(nearest.length).toBeLessThanOrEqual(8);
    }
    const [first] = (await list({ keywords: '阿莫西灵胶囊' })).nearest;
    const { searchParams } = new URL(first?.url ?? '', 'http://shop');
    expect((await list({ keywords: searchParams.get('keywords') ?? '' })).total).toBeGreaterThan(0);
  });

  it('offers no names where something was found, and none that have nothing in common with the words', async () => {
    expect((await list({ keywords: '布洛芬' })).nearest).toEqual([]);
    expect((await list({})).nearest).toEqual([]);
    for (const keywords of ['zzzzqqq', '!!', '💊', '9876543210', 'x']) {
      expect((await list({ keywords })).nearest, keywords).toEqual([]);
    }
    const [maker] = (await list({ keywords: `${(await sample()).sccj.slice(0, 4)}医要`, type: 'maker' }))
      .nearest;
    expect(maker?.url).toContain('type=maker');
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
    const { facets, total } = await list({ tree: 'drug' });
    expect(facets.map(({ key }) => key)).toEqual(['select', 'expiry', 'maker', 'form', 'brand', 'price']);
    for (const { key, options } of facets) {
      for (const { value, count } of options.slice(0, 6)) {
        const chosen = await list({ tree: 'drug', [key]: value });
        expect(chosen.total, `${key} ${value}`).toBe(count);
        expect(chosen.total).toBeLessThan(total);
      }
    }
    // Another value can be chosen instead; below a category are its children.
    for (const { key, options } of facets.slice(1)) {
      const chosen = await list({ tree: 'drug', [key]: options[0]?.value });
      expect(chosen.facets).toContainEqual({ ...facets.find((facet) => facet.key === key), options });
    }
  });

  it('counts the children of a category that is chosen, and its siblings where it has none', async () => {
    const optionsOf = (page: Awaited<ReturnType<typeof list>>) =>
      page.facets.find(({ key }) => key === 'select')?.options ?? [];
    const top = optionsOf(await list({ tree: 'drug' }))[0];
    const children = optionsOf(await list({ select: String(top?.value) }));
    expect(children.length).toBeGreaterThan(1);
    expect(children.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(top?.count);
    expect(optionsOf(await list({ select: String(children[0]?.value) }))).toEqual(children);
  });

  it('tells how many goods are in stock and how many in a promotion', async () => {
    for (const query of [
      {},
      { tree: 'drug' },
      { keywords: '胶囊' },
      { tree: 'tcm', stock: 1 },
    ] satisfies Query[]) {
      const { counts } = await list(query);
      expect(counts.stock).toBe((await list({ ...query, stock: 1 })).total);
      expect(counts.promotion).toBe((await list({ ...query, promotion: 1 })).total);
    }
  });

  it('narrows by a range of prices, either end of which may be missing', async () => {
    const prices = async (price: string) =>
      (await list({ price, page_size: 100 })).list.map((goods) => goods.original_price ?? goods.price ?? 0);
    const between = await prices('12.5-14');
    expect(between.length).toBeGreaterThan(0);
    expect(between.every((price) => price >= 12.5 && price <= 14)).toBe(true);
    expect((await prices('-8')).every((price) => price <= 8)).toBe(true);
    expect((await prices('60-')).every((price) => price >= 60)).toBe(true);
    expect((await list({ price: '14-12' })).total).toBe(0);
    const { code } = await demo.call('goods.list', { query: { price: '1e3-2e3' } });
    expect(code).toBe(422);
  });

  it('counts a controlled good by its price for those alone who have a right to it', async () => {
    const [goods] = await shop.db
      .selectFrom('goods')
      .select(['id', 'price_fen'])
      .where('controlled', '=', true)
      .where('on_sale', '=', true)
      .where('id', 'not in', shop.db.selectFrom('controlled_rights').select('goods_id'))
      .limit(1)
      .execute();
    if (!goods) throw new Error('no controlled goods');
    const price = goods.price_fen / 100;
    const own = { controlled: 1, price: `${price}-${price}` } satisfies Query;
    const countOf = async () => {
      const { facets } = await list({ controlled: 1 });
      const options = facets.find(({ key }) => key === 'price')?.options ?? [];
      return options.reduce((sum, { count = 0 }) => sum + count, 0);
    };
    const before = [(await list(own)).total, await countOf()] as const;
    const { company_id } = await shop.db
      .selectFrom('members')
      .select('company_id')
      .where('username', '=', 'demo')
      .executeTakeFirstOrThrow();
    await shop.db
      .insertInto('controlled_rights')
      .values({ goods_id: goods.id, company_id, created_at: shop.clock.now })
      .execute();
    shop.clock.now += 60;
    expect((await list(own)).total).toBe(before[0] + 1);
    expect(await countOf()).toBe(before[1] + 1);
    await makeMember(shop.db, shop.clock.now, { username: 'other', scopes: ['rx'] });
    expect((await list(own, await shop.as('other'))).total).toBe(before[0]);
  });

  it('tells nobody who sees no prices what costs how much or how much is in stock', async () => {
    const { facets, counts } = await list({ price: '10-20' }, await shop.as('newbie'));
    expect(facets.map(({ key }) => key)).not.toContain('price');
    expect(counts.stock).toBeNull();
    const all = await list({}, await shop.as('newbie'));
    expect((await list({ price: '10-20' }, await shop.as('newbie'))).total).toBe(all.total);
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
    const near6 = new Set(near.list.map(({ id }) => id));
    const mid = await list({ expiry: 'mid', page_size: 100 });
    expect(mid.total).toBeGreaterThan(0);
    expect(mid.list.some(({ id }) => near6.has(id))).toBe(false);
    expect(mid.total + (await list({ expiry: '12' })).total).toBe((await list({ expiry: '6' })).total);
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
