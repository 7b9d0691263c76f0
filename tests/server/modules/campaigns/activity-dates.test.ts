import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { type ActivityPeriod, datesOf, seasonOf } from '#server/modules/campaigns/seed/activity-dates.ts';
import { DAY, fromShopTime, shopTime } from '#shop/domain/calendar.ts';
import { openDemoStore } from '../../support/store.ts';

const text = await readFile('src/server/modules/campaigns/seed/activities.yaml', 'utf8');
const activities = parse(text) as (ActivityPeriod & { key: string })[];

/** Words that hold for a part of the year only. */
const TIMED = /[春夏秋冬]|双十一|岁末|季|月/;

/** A first start on the 1st and on the 20th of every month. */
const STARTS = Array.from({ length: 24 }, (_, index) => {
  const month = String(Math.floor(index / 2) + 1).padStart(2, '0');
  return fromShopTime(`2026-${month}-${index % 2 ? '20' : '01'}T10:00:00`);
});

describe('the names of the demo’s activities', () => {
  it.each(STARTS.map((now) => ({ day: shopTime(now).slice(0, 10), now })))(
    'match their time, begun on $day',
    ({ now }) => {
      for (const activity of activities) {
        const { name, startsAt, endsAt } = datesOf(activity, now);
        expect(name).not.toMatch(/[{}]/);
        const [year = '', month = ''] = shopTime(startsAt).split('-');
        const season = /([春夏秋冬]季)/.exec(name)?.[1];
        expect([name, season ?? seasonOf(Number(month))]).toEqual([name, seasonOf(Number(month))]);
        expect([name, month]).toEqual(
          name.includes('双十一') ? [`${year} 双十一采购节`, '11'] : [name, month],
        );
        expect([name, month]).toEqual(name.includes('岁末') ? [`${year} 岁末备货节`, '12'] : [name, month]);
        expect([name, TIMED.test(name) && endsAt - startsAt > 60 * DAY]).toEqual([name, false]);
      }
      const stages = activities.map((activity) => {
        const { startsAt, endsAt } = datesOf(activity, now);
        return startsAt > now ? 'coming' : endsAt <= now ? 'ended' : 'open';
      });
      expect(new Set(stages)).toEqual(new Set(['open', 'coming', 'ended']));
    },
  );

  it('match it among promotions and lotteries too: a month’s cashback lasts that month', {
    timeout: 60_000,
  }, async () => {
    const now = fromShopTime('2026-11-22T10:00:00');
    const store = await openDemoStore({ now, goods: 60, buyers: 1 });
    onTestFinished(() => store.close());
    const rows = [
      ...(await store.db.selectFrom('promotions').select(['name', 'kind', 'starts_at', 'ends_at']).execute()),
      ...(await store.db.selectFrom('lotteries').select(['name', 'starts_at', 'ends_at']).execute()),
    ];
    const long = rows.filter(({ starts_at, ends_at }) => ends_at !== null && ends_at - starts_at > 60 * DAY);
    expect(long.filter(({ name }) => TIMED.test(name))).toEqual([]);
    const cashbacks = await store.db
      .selectFrom('promotions')
      .where('kind', '=', 'cashback')
      .select(['name', 'starts_at', 'ends_at'])
      .orderBy('starts_at')
      .execute();
    expect(cashbacks.filter(({ starts_at, ends_at }) => starts_at <= now && ends_at > now)).toHaveLength(2);
    for (const { name, starts_at, ends_at } of cashbacks) {
      const [, month] = shopTime(starts_at).split('-');
      expect(name).toMatch(new RegExp(`^${Number(month)} 月`));
      expect(shopTime(starts_at)).toMatch(/-01T00:00:00$/);
      expect(shopTime(ends_at)).toMatch(/-01T00:00:00$/);
      expect(ends_at - starts_at).toBeLessThanOrEqual(31 * DAY);
    }
  });

  it('tell no number of goods that the shop may not have', async () => {
    const content = await readFile('src/server/modules/content/seed/content.yaml', 'utf8');
    expect(content).not.toMatch(/[一二三四五六七八九十百千两]+(个|家|种)?(品种|品牌)/);
  });
});
