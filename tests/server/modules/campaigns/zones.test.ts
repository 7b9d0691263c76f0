import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calls } from '#generated/calls.ts';
import { DAY } from '#shop/domain/calendar.ts';
import type { TestApp } from '../../support/app.ts';
import type { Browser } from '../../support/browser.ts';
import { START } from '../../support/store.ts';
import { startZones } from './support.ts';

type Query = Partial<Calls['goods.list']['query']>;

describe('the zones', () => {
  let shop: TestApp;
  let demo: Browser;
  const list = async (query: Query) => (await demo.call('goods.list', { query })).data;
  const facet = (found: Calls['goods.list']['data'], key: string) =>
    found.facets.find((one) => one.key === key)?.options ?? [];

  beforeAll(async () => {
    shop = await startZones();
    demo = await shop.as('demo');
  });
  afterAll(() => shop.close());

  it('narrows herbs by origin, grade and standard, and devices by class; neither offers the other’s', async () => {
    const herbs = await list({ tree: 'tcm' });
    expect(herbs.facets.map(({ key }) => key)).toEqual([
      'select',
      'expiry',
      'origin',
      'grade',
      'standard',
      'maker',
      'brand',
      'price',
    ]);
    expect(herbs.list.every(({ origin, grade, standard }) => origin && grade && standard)).toBe(true);
    for (const key of ['origin', 'grade', 'standard'] as const) {
      const [option] = facet(herbs, key);
      const narrowed = await list({ tree: 'tcm', [key]: option?.value, page_size: 100 });
      expect(narrowed.total).toBe(option?.count);
      expect(narrowed.list.every((goods) => goods[key] === option?.value)).toBe(true);
      // What is chosen may be changed for another: its own facet still offers all.
      expect(facet(narrowed, key)).toEqual(facet(herbs, key));
    }
    const devices = await list({ tree: 'device' });
    expect(
      facet(devices, 'device_class')
        .map(({ value }) => value)
        .toSorted(),
    ).toEqual(['一类', '二类']);
    expect(devices.list.every(({ origin }) => origin === null)).toBe(true);
  });

  it('tells batch and expiry of goods near theirs, and that they cannot be returned', async () => {
    const near = await list({ expiry: 'near', page_size: 100 });
    expect(near.total).toBeGreaterThan(0);
    for (const goods of near.list) {
      expect(goods).toMatchObject({ is_near: 1 });
      expect(goods.batch_number).not.toBeNull();
      expect(goods.tags.map(({ text }) => text)).toContain('不退不换');
    }
    const fresh = await list({ expiry: '12', page_size: 20 });
    expect(
      fresh.list.every(({ is_near, tags }) => is_near === 0 && tags.every(({ text }) => text !== '不退不换')),
    ).toBe(true);
  });

  it('refuses a category that does not exist, and takes a page over the last as the last', async () => {
    expect(await demo.call('goods.list', { query: { select: '999999' } })).toMatchObject({ code: 404 });
    expect(await demo.call('goods.list', { query: { select: 'abc' } })).toMatchObject({ code: 404 });
    const last = await list({ tree: 'tcm', page: 9999 });
    expect(last.page).toBe(Math.ceil(last.total / 20));
    expect(last.list.length).toBeGreaterThan(0);
  });

  it('lists brands under their letters, page by page, and one brand with its makers’ goods only', async () => {
    const all = (await demo.call('brand.list', { query: { page_size: 10 } })).data;
    expect(all.total).toBe(24);
    expect(all.list).toHaveLength(10);
    const beyond = (await demo.call('brand.list', { query: { page_size: 10, page: 99 } })).data;
    expect([beyond.page, beyond.list.length]).toEqual([3, 4]);
    const [everything, ...letters] = all.letters;
    expect(everything).toMatchObject({ value: '', count: 24 });
    expect(letters.reduce((sum, { count }) => sum + count, 0)).toBe(24);
    const letter = letters[0]?.value ?? '';
    expect((await demo.call('brand.list', { query: { letter } })).data.total).toBe(letters[0]?.count);

    const brand = (await demo.call('brand.detail', { params: { id: all.list[0]?.id ?? 0 } })).data;
    const makers = new Set(brand.makers.map(({ label }) => label));
    const goods = await list({ brand: brand.id, page_size: 100 });
    expect(goods.total).toBe(brand.goods_total);
    expect(goods.list.every(({ sccj }) => makers.has(sccj))).toBe(true);
    expect(await demo.call('brand.detail', { params: { id: 9999 } })).toMatchObject({ code: 404 });
  });

  it('turns an activity from coming to open to ended by the server’s clock', async () => {
    const read = async () => (await demo.call('goods.activity', { params: { key: 'next-fair' } })).data;
    const before = await read();
    expect(before).toMatchObject({ state: 'coming', kind: 'fair', url: '/yjh/next-fair' });
    expect(before.sections.every((section) => section.list.length > 0)).toBe(true);
    try {
      shop.clock.now = before.starts_at;
      expect(await read()).toMatchObject({ state: 'open' });
      shop.clock.now = before.ends_at - 1;
      expect(await read()).toMatchObject({ state: 'open' });
      shop.clock.now = before.ends_at;
      expect(await read()).toMatchObject({ state: 'ended' });
    } finally {
      shop.clock.now = START;
    }
    // Of another kind than the page is for, it is not there.
    expect(
      await demo.call('goods.activity', { params: { key: 'next-fair' }, query: { kind: 'zone' } }),
    ).toMatchObject({ code: 404 });
  });

  it('lists what is open first, and an activity’s goods by section', async () => {
    const states = (await demo.call('goods.activities', {})).data.list.map(({ state }) => state);
    expect(states).toEqual([...states].sort((a, b) => RANK[a] - RANK[b]));
    expect(new Set(states)).toEqual(new Set(['open', 'coming', 'ended']));
    const some = (await demo.call('goods.activities', { query: { ids: 'double-eleven,year-end' } })).data
      .list;
    expect(some.map(({ key }) => key)).toEqual(['year-end', 'double-eleven']);
    expect(some.map(({ goods }) => goods)).toEqual([[], []]);
    const shelves = (await demo.call('goods.activities', { query: { kind: 'zone', most: 3 } })).data.list;
    expect(shelves.map(({ goods }) => new Set(goods.map(({ id }) => id)).size)).toEqual(shelves.map(() => 3));

    const fair = (await demo.call('goods.activity', { params: { key: 'brand-fair' } })).data;
    const [section] = fair.sections;
    if (!section) throw new Error('the fair has no section');
    const whole = await list({ activity: 'brand-fair', page_size: 100 });
    const part = await list({ activity: 'brand-fair', section: section.id, page_size: 100 });
    expect(whole.total).toBe(fair.goods_total);
    expect(part.total).toBe(section.goods_total);
    expect((await list({ activity: 'no-such' })).total).toBe(0);
  });

  it('keeps controlled and ephedrine goods out of the welfare list', async () => {
    const { data } = await demo.call('goods.fl', { query: { page: 1 } });
    expect(data.total).toBeGreaterThan(0);
    expect(
      data.list.every(
        ({ is_controlled, tags }) => is_controlled === 0 && tags.every(({ text }) => text !== '含麻'),
      ),
    ).toBe(true);
    const controlled = await list({ controlled: 1 });
    expect(controlled.list.every(({ is_controlled }) => is_controlled === 1)).toBe(true);
    const fresh = await list({ controlled: 1, days: 90, page_size: 100 });
    expect(fresh.total).toBeLessThan(controlled.total);
    const { rows } = {
      rows: await shop.db
        .selectFrom('goods')
        .select('id')
        .where('controlled', '=', true)
        .where('created_at', '>', START - 90 * DAY)
        .execute(),
    };
    expect(fresh.total).toBe(rows.length);
  });
});

const RANK = { open: 0, coming: 1, ended: 2 } as const;
