import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { startShop } from './support.ts';

describe('suggestions while typing', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await startShop(2000);
  });
  afterAll(() => shop.close());

  const texts = async (keywords: string, type: 'goods' | 'maker' = 'goods') =>
    (await shop.browser().call('goods.search', { query: { keywords, type } })).data.map(({ text }) => text);

  it('leads amxl with 阿莫西林胶囊', async () => {
    const found = await texts('amxl');
    expect(found[0]).toBe('阿莫西林胶囊');
    expect(found.every((text) => text.startsWith('阿莫西林'))).toBe(true);
  });

  it('takes letters in either case, part of a name, one character, a barcode and an approval number', async () => {
    expect((await texts('AMXL'))[0]).toBe('阿莫西林胶囊');
    expect(await texts('西林胶')).toContain('阿莫西林胶囊');
    expect((await texts('芪'))[0]).toBe('黄芪');
    const goods = await shop.db
      .selectFrom('goods')
      .select(['barcode', 'approval_number', 'name'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(await texts(goods.barcode)).toEqual([goods.name]);
    expect(await texts(goods.approval_number)).toContain(goods.name);
  });

  it('suggests makers apart from goods', async () => {
    const makers = await texts('药业', 'maker');
    expect(makers.length).toBeGreaterThan(0);
    expect(makers.every((text) => text.includes('药业') && text.endsWith('（演示）'))).toBe(true);
    expect(await texts('amxl', 'maker')).toEqual([]);
  });

  it('answers nothing for nothing', async () => {
    expect(await texts('   ')).toEqual([]);
    for (const symbols of ['·', '!!', '_', '%', '..', '💊', '＿！']) expect(await texts(symbols)).toEqual([]);
  });
});
