import { imageSize } from 'image-size';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/kernel/db/schema.ts';
import type { TestApp } from '../../support/app.ts';
import { startShop } from '../catalogue/support.ts';

describe('the generated pictures', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startShop(210);
  });
  afterAll(() => shop.close());

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

  it('draws every pack that a list or a detail names, from all sides', async () => {
    const demo = await shop.as('demo');
    const { data } = await demo.call('goods.list', { query: { page_size: 100 } });
    for (const { id, image, name } of data.list) {
      const { statusCode, headers, body } = await get(image);
      expect(statusCode, image).toBe(200);
      expect(headers['content-type']).toContain('image/svg+xml');
      expect(body).toContain(`<title>${name}`);
      expect(body).not.toMatch(/NaN|undefined|Infinity/);
      const { images } = (await demo.call('goods.detail', { params: { id } })).data;
      for (const large of images) expect((await get(large)).body).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it.each([
    [96, 'image/avif,image/webp,image/*'],
    [480, 'image/webp'],
  ])('gives a pack as a picture %i px wide to a browser that shows one', async (width, accept) => {
    const path = `/img/goods/1.svg?w=${width}`;
    const { statusCode, headers, rawPayload } = await get(path, { accept });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', vary: 'Accept' });
    expect(headers['cache-control']).toContain('max-age=86400');
    expect(imageSize(rawPayload)).toMatchObject({ type: 'webp', width, height: width });
    // The second reader gets the same, and who has it already gets nothing.
    expect((await get(path, { accept })).rawPayload).toEqual(rawPayload);
    const again = await get(path, { accept, 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('gives the drawing to a browser that shows no such picture', async () => {
    const { headers, body } = await get('/img/goods/1.svg?w=240', { accept: 'image/png,*/*' });
    expect(headers).toMatchObject({ 'content-type': expect.stringContaining('svg'), vary: 'Accept' });
    expect(body).toContain('<text ');
  });

  it('makes the picture anew once the pack is another one', async () => {
    const read = () => get('/img/goods/3.svg?w=96', { accept: 'image/webp' });
    const before = await read();
    await shop.db.updateTable('goods').set({ name: '另一个名字' }).where('id', '=', 3).execute();
    const after = await read();
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(after.rawPayload).not.toEqual(before.rawPayload);
  });

  it('leaves a pack a drawing, for a while, whose name has a character that the font lacks', async () => {
    await shop.db.updateTable('goods').set({ name: '药\u{10FFFD}' }).where('id', '=', 4).execute();
    const { headers } = await get('/img/goods/4.svg?w=96', { accept: 'image/webp' });
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining('svg'),
      'cache-control': 'public, max-age=60',
    });
    await shop.db.updateTable('goods').set({ name: '50μg' }).where('id', '=', 4).execute();
    const { headers: known } = await get('/img/goods/4.svg?w=96', { accept: 'image/webp' });
    expect(known['content-type']).toBe('image/webp');
  });

  it.each(['241', '0', 'x', '240&w=96'])('refuses a width that the site does not have: %s', async (w) => {
    expect((await get(`/img/goods/1.svg?w=${w}`, { accept: 'image/webp' })).statusCode).toBe(400);
  });

  it('gives two makers and two strengths different packs', async () => {
    const packs = await Promise.all([1, 203].map(async (id) => (await get(`/img/goods/${id}.svg`)).body));
    expect(new Set(packs).size).toBe(2);
  });

  it('draws ads at the size of their slot, brands, icons and the code of the shop', async () => {
    const visitor = shop.browser();
    const home = (await visitor.call('global.home')).data;
    const icons = home.category.flatMap(({ logo, logo1 }) => [logo, logo1]);
    for (const url of [...icons, ...home.brand.map(({ logo }) => logo), '/img/code.svg']) {
      const { statusCode, body } = await get(url ?? '');
      expect(statusCode, url ?? '').toBe(200);
      expect(body).toMatch(/^<svg /);
    }
    const ads = await shop.db.selectFrom('ads').select(['id', 'slot']).execute();
    for (const { id } of ads)
      expect((await get(`/img/ad/${id}.svg`)).body).not.toMatch(/NaN|undefined|Infinity/);
    const index = ads.find(({ slot }) => slot === 'index');
    expect((await get(`/img/ad/${index?.id}.svg`)).body).toContain('viewBox="0 0 ');
  });

  it('draws a face for a reward without a pack, with what it is worth', async () => {
    const { id: coupon_id } = await shop.db
      .insertInto('coupons')
      .values({
        name: '券',
        kind: 'percent',
        value: 9700,
        threshold_fen: 0,
        scope: 'all',
        scope_text: '全场',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const draw = async (reward: Omit<Insertable<Database['points_goods']>, 'points' | 'created_at'>) => {
      const { id } = await shop.db
        .insertInto('points_goods')
        .values({ points: 1, created_at: shop.clock.now, ...reward })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { statusCode, body } = await get(`/img/points/${id}.svg`);
      expect(statusCode).toBe(200);
      expect(body).toContain(`<title>${reward.name}`);
      expect(body).not.toMatch(/NaN|undefined|null/);
      return [...body.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text).join('');
    };
    const voucher = { kind: 'voucher', name: '10 元现金券', voucher_fen: 1050 } as const;
    expect(await draw(voucher)).toBe('现金券¥10.5');
    expect(await draw({ kind: 'coupon', name: '全场券', coupon_id } as const)).toBe('优惠券9.7 折');
    expect(await draw({ kind: 'goods', name: '保温杯' })).toBe('');
    expect((await get('/img/points/999999.svg')).statusCode).toBe(404);
  });

  it('lets browsers keep them, and answers 304 to who has the same one', async () => {
    const { headers } = await get('/img/goods/1.svg');
    expect(headers['cache-control']).toContain('max-age=');
    const again = await get('/img/goods/1.svg', { 'if-none-match': String(headers['etag']) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('shows no markup of a name as markup', async () => {
    await shop.db.updateTable('goods').set({ name: '<script>x</script>"' }).where('id', '=', 2).execute();
    const { body } = await get('/img/goods/2.svg');
    expect(body).not.toContain('<script');
  });

  it.each([
    '/img/goods/999999.svg',
    '/img/goods/x.svg',
    '/img/ad/0.svg',
    '/img/brand/99.svg',
    '/img/category/no.svg',
  ])('has nothing at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});
