import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Asker, builtRegistry, fill, routeEntries } from './support/addresses.ts';
import { gotoStill } from './support/still.ts';
import { freshNumber } from './support/tries.ts';
import { shareBrowser, visit } from './support/visitor.ts';
import { forEach, RANKS, rankOf } from './support/walking.ts';

shareBrowser();

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1000);

/** So many days from now, as `?at=` takes it. */
const inDays = (days: number) => new Date(Date.now() + days * DAY * 1000).toISOString().slice(0, 10);

/** An address of a page that shows a start and an end, and these where it shows one thing alone. */
interface Scheduled {
  address: string;
  from?: number | undefined;
  until?: number | undefined;
}

/** One of a list that a page can be asked for by its own name or number, or by its good's. */
interface Subject {
  id: number;
  key?: string;
  goods?: { id: number };
  starts_at?: number;
  ends_at?: number;
}

/** Other values of a query narrow or sort what is shown. */
const isId = ([name]: [string, unknown]) => name === 'id' || name === 'goods_id';

/** Stands for every activity where an address lists some (config/api/goods.yaml). */
const ALL = { ids: 'all' };

/** Where a block that counts down, or up to, a start reads it: `$item` or the name of a data entry. */
const startsIn = (blocks: unknown) =>
  [...JSON.stringify(blocks).matchAll(/"(?:startsAt|until)":"\$(?:data\.)?(\w+)[\w.]*\.starts_at"/g)].map(
    ([, name]) => name ?? '',
  );

/** What a call of this path can be asked for: the list that it picks from, narrowed by what the page fixes. */
async function subjectsOf(
  asker: Asker,
  path: string | undefined,
  query: Readonly<Record<string, unknown>>,
): Promise<Subject[]> {
  const fixed = Object.entries(query).filter(([, given]) => !String(given).startsWith('$'));
  const search = new URLSearchParams(fixed.map(([key, given]) => [key, String(given)]));
  const answer = await asker.data(`${path?.split('/{')[0]}?${search}`);
  return (answer as { list?: Subject[] } | null)?.list ?? [];
}

/**
 * Every address of the shop, outside the back office, whose page shows when something starts: the page as it is, and
 * once for each of what it can show of the demo's activities and promotions.
 */
async function scheduledAddresses(asker: Asker): Promise<Scheduled[]> {
  const { routes, pages, calls } = await builtRegistry();
  const found: Scheduled[] = [];
  for (const { path, route, layouts, isOwn } of routeEntries(routes)) {
    const { data = {}, blocks = [] } = pages[route.name] ?? {};
    const starts = new Set(startsIn(blocks));
    const isShop = [...layouts, route].every(({ access }) => access !== 'staff');
    if (!isOwn || !isShop || starts.size === 0) continue;
    let isAskedInPath = false;
    for (const [entry, { call, params = {}, query = {} }] of Object.entries(data)) {
      for (const [asked, value] of [...Object.entries(params), ...Object.entries(query).filter(isId)]) {
        const [, where, name = ''] = /^\$(route|query)\.(\w+)$/.exec(String(value)) ?? [];
        if (where === undefined) continue;
        // What is shown of one that was asked for is not there when none was; a list of all is.
        starts.delete(entry);
        for (const subject of await subjectsOf(asker, calls[call]?.path, query)) {
          const { starts_at: from, ends_at: until, goods } = subject;
          const id = asked === 'goods_id' ? goods?.id : (subject.key ?? subject.id);
          if (from === undefined || id === undefined) continue;
          const address =
            where === 'route'
              ? fill(path, { ...ALL, [name]: String(id) })
              : `${fill(path, ALL)}?${name}=${id}`;
          found.push({ address, from, until });
          isAskedInPath ||= where === 'route';
        }
      }
    }
    if (starts.size > 0 && !isAskedInPath) found.push({ address: fill(path, ALL) });
  }
  return found;
}

/** Where a buyer looks at one good. */
const GOODS = '/list_info';

/** Every address that a member may open whose page has a zone's head and leads to goods. */
async function zoneAddresses(asker: Asker): Promise<string[]> {
  const registry = await builtRegistry();
  const zones = [...routeEntries(registry.routes)].filter((entry) => {
    const { types = [], blocks = [] } = registry.pages[entry.route.name] ?? {};
    const leadsToGoods = JSON.stringify(blocks).includes(`"${GOODS}`);
    const isOpen =
      entry.isOwn && entry.route.redirect === undefined && rankOf(entry) < RANKS.indexOf('staff');
    return isOpen && types.includes('zone-head') && leadsToGoods;
  });
  return Promise.all(
    zones.map(async ({ path, route }) => {
      const values: Record<string, string> = { ...ALL };
      for (const { call, params = {}, query = {} } of Object.values(registry.pages[route.name]?.data ?? {})) {
        for (const [, value] of Object.entries(params)) {
          const name = /^\$route\.(\w+)$/.exec(String(value))?.[1];
          const [subject] =
            name === undefined ? [] : await subjectsOf(asker, registry.calls[call]?.path, query);
          if (name !== undefined && subject) values[name] = subject.key ?? String(subject.id);
        }
      }
      return fill(path, values);
    }),
  );
}

/** Where the first good of a page begins and its name ends, px from the page's top; null when there is none. */
function firstGoods(goods: string): { top: number; name: number } | null {
  for (const card of document.querySelectorAll('main :is(article, tbody tr)')) {
    const names = Array.from(card.querySelectorAll(`a[href*="${goods}"]`)).filter(
      ({ textContent }) => textContent.trim() !== '',
    );
    const name = names.at(-1);
    if (name === undefined || card.getBoundingClientRect().height === 0) continue;
    return {
      top: Math.round(card.getBoundingClientRect().top + scrollY),
      name: Math.round(name.getBoundingClientRect().bottom + scrollY),
    };
  }
  return null;
}

const SAYS = { before: /距开始|\d 开始/, during: /距结束|有效至/, after: /已结束/ } as const;

/** Before everything began, while it is open, and when all is over, as staff may look at any moment; in seconds. */
function momentsOf({ from, until }: Scheduled): Record<keyof typeof SAYS, number> {
  const start = from ?? now() - 400 * DAY;
  const end = until ?? now() + 3650 * DAY;
  const isOpen = start <= now() && now() < end;
  const during = isOpen ? now() : Math.floor((start + end) / 2);
  return { before: start - 1.5 * DAY, during, after: end + DAY };
}

/** What is wrong with a page at a moment, in words; as the server has drawn it. */
async function faultsOf(asker: Asker, address: string, at: number, says: RegExp): Promise<string[]> {
  const moment = new Date(at * 1000).toISOString();
  const answer = await asker.fetch(
    `${address}${address.includes('?') ? '&' : '?'}at=${encodeURIComponent(moment)}`,
  );
  const html = await answer.text();
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
  const headings = main.match(/<h1[ >]/g)?.length ?? 0;
  return [
    answer.status !== 200 && `is answered ${answer.status}`,
    !says.test(main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')) && `does not say ${says}`,
    headings !== 1 && `has ${headings} h1`,
    html.includes('加载失败') && 'has failed',
  ].flatMap((fault) => (fault === false ? [] : `${address} at ${moment} ${fault}`));
}

describe('the zones in a browser', () => {
  it('shows every marketing page before its start, during, and after its end', async () => {
    const asker = await Asker.as('ops');
    const scheduled = await scheduledAddresses(asker);
    // Whatever is added is found; these must not get lost.
    expect(scheduled.map(({ address }) => address)).toEqual(
      expect.arrayContaining([
        '/mrtj',
        '/hb',
        '/welfare',
        '/zhzq',
        '/zhmz',
        '/zhmz/list',
        '/yyh',
        '/yyh/list',
        '/lqzx',
        '/ptzq',
        '/jfsc',
        '/yjh',
        '/yjh/past-fair',
        '/hdmb',
        '/hdmb?id=double-eleven',
        '/Hdzx/all/double-eleven',
      ]),
    );
    const faults: string[] = [];
    await forEach(scheduled, [1, 2, 3], async (each) => {
      const moments = momentsOf(each);
      for (const [moment, says] of Object.entries(SAYS))
        faults.push(...(await faultsOf(asker, each.address, moments[moment as keyof typeof SAYS], says)));
    });
    expect(faults).toEqual([]);
  }, 300_000);

  it('shows the first goods of every zone, with their whole name, before a member scrolls', async () => {
    const height = 900;
    const asker = await Asker.as('demo');
    const zones = await zoneAddresses(asker);
    // Whatever is added is found; these must not get lost.
    expect(zones).toEqual(expect.arrayContaining(['/yx_index', '/zyyp', '/kxzq', '/mrtj', '/ptzq', '/yjh']));
    const { page, tab } = await visit({ as: 'demo', height });
    const misses: string[] = [];
    await forEach(zones, [page, await tab()], async (address, each) => {
      await gotoStill(each, address);
      const first = await each.evaluate(firstGoods, GOODS);
      if (first === null) misses.push(`${address} shows no goods`);
      else if (first.top >= height || first.name > height)
        misses.push(`${address}: the first begins at ${first.top} px, its name ends at ${first.name} px`);
    });
    expect(misses).toEqual([]);
  }, 120_000);

  it('lets nothing into the cart from an activity before its start', async () => {
    const { page } = await visit({ as: 'ops' });
    await page.goto(`/hdmb?id=breath&at=${inDays(-45)}`);
    await page.getByText('开始后可加购').first().waitFor();
    expect(await page.getByRole('button', { name: '加购' }).count()).toBe(0);
    await page.goto('/hdmb?id=breath');
    await page.getByRole('button', { name: '加购' }).first().waitFor();
  });

  it('narrows herbs by where they grew', async () => {
    const { page } = await visit({ as: 'buyer-32' });
    await page.goto('/zyyp');
    const origin = page.getByRole('button', { name: /安徽亳州/ }).first();
    await origin.click();
    await page.waitForURL('**origin=*');
    await page.getByText('产地:安徽亳州').waitFor();
    const cells = page.locator('main table tbody tr');
    const elsewhere = async () =>
      (await cells.allInnerTexts()).filter((row) => !row.includes('安徽亳州')).length;
    await expect.poll(elsewhere).toBe(0);
    expect(await cells.count()).toBeGreaterThan(0);
  });

  it('leads from a hidden price over a request and its review to the cart', async () => {
    const buyer = await visit({ as: 'buyer-33' });
    await buyer.page.goto('/kxzq?stock=1');
    const card = buyer.page
      .locator('article')
      .filter({ has: buyer.page.getByRole('button', { name: '申请采购' }) })
      .first();
    const name = (await card.getByRole('link').last().innerText()).trim();
    expect(await card.innerText()).toContain('申请后可见');
    await card.getByRole('button', { name: '申请采购' }).click();
    const form = buyer.page.getByRole('dialog');
    await form.getByLabel('月预计采购量').fill('20');
    await form.getByLabel('申请说明').fill('社区门店，常备');
    await form.getByRole('button', { name: '提交申请' }).click();
    await buyer.page
      .getByRole('button', { name: '查看我的申请' })
      .or(buyer.page.getByRole('link', { name: '查看我的申请' }))
      .click();
    await buyer.page.getByText('待审核').last().waitFor();

    const staff = await visit({ as: 'ops' });
    await staff.page.goto('/ops/kxzq?status=pending');
    const row = staff.page
      .locator('main table tbody tr')
      .filter({ hasText: `压测药房${buyer.username.slice(6)}号` });
    await row.getByRole('button', { name: '通过' }).click();
    await staff.page.getByRole('dialog').getByRole('button', { name: '通过' }).click();
    await row.waitFor({ state: 'detached' });

    await buyer.page.goto('/kxzq/requests');
    await buyer.page.getByText('已通过').last().waitFor();
    await buyer.page.getByRole('link', { name }).first().click();
    await buyer.page.getByRole('button', { name: '加入购物车' }).waitFor();
    expect(await buyer.page.getByText('申请后可见').count()).toBe(0);
  });

  it('draws on the points mall’s page: the light lands on the prize, which is then told', async () => {
    const { page, context } = await visit({ as: 'buyer-34' });
    await page.goto('/jfsc');
    expect(await page.locator('header').getByText('400-000-0000').count()).toBe(0);
    const panel = page.getByRole('region', { name: /会员幸运抽奖/ });
    await panel.getByText('还可抽 1 次').waitFor();
    await panel.getByText('还没有抽过').waitFor();
    const prizes = panel.getByRole('list', { name: '奖品' }).getByRole('listitem');
    const seen = new Set<number>();
    const watching = page.exposeFunction('lit', (place: number) => seen.add(place));
    await watching;
    await page.evaluate(() => {
      const list = document.querySelector('ul[aria-label=奖品]');
      const publishChange = (window as unknown as { lit: (place: number) => void }).lit;
      const look = () =>
        Array.from(
          list?.children ?? [],
          (prize, place) => prize.hasAttribute('data-lit') && publishChange(place),
        );
      if (list) new MutationObserver(look).observe(list, { attributes: true, subtree: true });
    });
    await panel.getByRole('button', { name: '抽一次' }).click();
    const outcome = panel.getByRole('status').filter({ hasText: /恭喜获得|谢谢参与/ });
    await outcome.waitFor();
    const { list } = (await (await context.request.get('/api/draw/record')).json()).data;
    expect(await outcome.innerText()).toContain(list[0].name);
    expect(await prizes.and(page.locator('[data-lit]')).allInnerTexts()).toEqual([
      expect.stringContaining(list[0].name),
    ]);
    // It went over all of them before.
    expect(seen.size).toBe(await prizes.count());
    const records = page.getByRole('table', { name: '我的抽奖记录' });
    await records.getByText(list[0].name).waitFor();
  });

  it('shows the prize without a run of lights to who wants no motion', async () => {
    const { page } = await visit({ as: 'buyer-36' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/jfsc');
    const panel = page.getByRole('region', { name: /会员幸运抽奖/ });
    const { promise: seen, resolve: see } = Promise.withResolvers<void>();
    await page.route(/\/api\/draw(?:\?|$)/, async (route) => {
      await seen;
      await route.continue();
    });
    await panel.getByRole('button', { name: '抽一次' }).click();
    await panel.getByText('抽奖中…').first().waitFor();
    expect(await panel.locator('[data-lit]').count()).toBe(0);
    see();
    await panel
      .getByRole('status')
      .filter({ hasText: /恭喜获得|谢谢参与/ })
      .waitFor();
    expect(await panel.locator('[data-lit]').count()).toBe(1);
  });

  it('sends what points buy to the address that was chosen, and says what to do without one', async () => {
    const { page, context } = await visit({ as: 'demo' });
    const place = `分店路 ${freshNumber()} 号`;
    const made = await context.request.post('/api/address', {
      form: { name: '李店长', phone: '13900139000', region: '湖北省武汉市江汉区', detail: place },
    });
    const redeem = async () => {
      const card = page.locator('article').filter({ hasText: '创可贴' });
      await card.getByRole('button', { name: /兑换/ }).click();
      return page.getByRole('dialog', { name: '积分兑换' });
    };
    await page.goto('/jfsc?kind=goods');
    const dialog = await redeem();
    const address = dialog.getByRole('combobox', { name: /收货地址/ });
    await expect.poll(() => address.locator('option:checked').textContent()).toContain('默认');
    const options = await address.locator('option').allTextContents();
    await address.selectOption({ label: options.find((option) => option.includes(place)) ?? '' });
    await dialog.getByRole('button', { name: '确认兑换' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto('/jfdd');
    await page.getByText(`李店长 13900139000 湖北省武汉市江汉区${place}`).waitFor();
    await context.request.delete(`/api/address/${(await made.json()).data.id}`);

    // As for a company that has none yet.
    const none = { code: 200, message: '', data: { list: [], options: [] } };
    await page.route('**/api/address', (route) => route.fulfill({ json: none }));
    await page.evaluate(() => {
      history.pushState(null, '', '/jfsc?kind=goods');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    const without = await redeem();
    await without.getByText('还没有收货地址').waitFor();
    expect(await without.getByRole('button', { name: '确认兑换' }).count()).toBe(0);
    expect(await without.getByRole('link', { name: '新增收货地址' }).getAttribute('href')).toBe('/addr');
  });

  it('counts a group-buy’s joiners live: one browser pays, another sees it at once', async () => {
    const watcher = await visit({ as: 'buyer-39' });
    const joiner = await visit({ as: 'buyer-40' });
    const passerby = await visit({ as: 'buyer-38' });
    const cardOf = (page: Page, name: string) =>
      page.locator('main article').filter({ has: page.getByRole('link', { name, exact: true }) });
    await watcher.page.goto('/ptzq');
    const { list } = (await (await watcher.context.request.get('/api/activity/groups')).json()).data;
    const group = list.find(
      ({ can_join, team }: { can_join: boolean; team: { by: string } }) => can_join && team.by === 'units',
    );
    const name: string = group.goods.name;
    const shown = cardOf(watcher.page, name);
    const before: number = group.team.joined;
    await shown.getByText(before === 0 ? /满 \d+ 件成团/ : `已拼 ${before} 件`).waitFor();
    await passerby.page.goto('/ptzq');
    await cardOf(passerby.page, name).waitFor();

    const { page } = joiner;
    await page.goto('/ptzq');
    await cardOf(page, name).getByRole('button', { name: /参团/ }).click();
    const dialog = page.getByRole('dialog', { name: '参团' });
    const least: number = group.least;
    await dialog.getByLabel('数量').fill(String(least));
    await dialog.getByRole('button', { name: '提交并付款' }).click();
    await page.waitForURL(/\/cart\/step3\/\d+$/);
    await page.getByRole('radio', { name: /余额支付/ }).check();
    await page.getByRole('button', { name: /付款/ }).click();
    await page.waitForURL(/\/cart\/step4/);

    const after = `已拼 ${before + least} 件`;
    // Nothing but the word of the server brings it: the page does not ask by itself.
    await shown.getByText(after).waitFor();
    await cardOf(passerby.page, name).getByText(after).waitFor();
  });

  it('lets coupons be received from their start on, and each once', async () => {
    const staff = await visit({ as: 'ops' });
    await staff.page.goto(`/lqzx?at=${inDays(-45)}`);
    await staff.page.getByText('距开始').first().waitFor();
    const { page } = await visit({ as: 'buyer-35' });
    await page.goto('/lqzx');
    const card = page.locator('article').filter({ hasText: '新客礼券' });
    await card.getByRole('button', { name: /立即领取/ }).click();
    await card.getByText('已领取').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
  });
});
