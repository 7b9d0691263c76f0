import type { Browser, Page } from 'playwright-core';
import { CARDS_PATH, type Goods, type GoodsList } from './handwritten/data.ts';
import { openVisit } from './visit.ts';

const CARDS = 1000;
const CHANGES = 5;

/** The page of the shop's config that shows as many cards as its answer has. */
export const CARDS_PAGE = `name: bench_cards
path: ${CARDS_PATH}
title: 很多商品
data:
  goods: { call: goods.list, query: { page: 1 } }
blocks:
  - block: buttons
    items:
      - { id: refresh, text: 换一批价格 }
    on: { press: [{ refresh: [goods] }] }
  - block: goods-grid
    items: $data.goods.list
    max: ${CARDS}
    to: /list_info/{$item.id}
    on:
      add:
        - call: cart.add
          body: { params: [$event.line] }
      favorite:
        - { call: favorite.add, body: { goods_ids: [$event.goods_id] } }
      unfavorite:
        - { call: favorite.cancel, body: { goods_ids: [$event.goods_id] } }
`;

/** The goods of an answer as very many, each with another price in every version. */
function manyCards(answer: { data: GoodsList }, version: number): string {
  const { list } = answer.data;
  const cards = Array.from({ length: CARDS }, (_, index): Goods => {
    const card = list[index % list.length];
    if (!card) throw new Error('no goods to show');
    const price = version * 100 + index / 100;
    return { ...card, id: index + 1, price, original_price: price + 1, spike: null };
  });
  return JSON.stringify({ ...answer, data: { ...answer.data, list: cards, total: CARDS } });
}

/** Runs in the page: ms from the end of the answer until its last price is painted. */
function timeToPrice({ last, price }: { last: string; price: string }): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      const card = document.querySelector(`main a[href="${last}"]`)?.closest('li');
      if (!card?.textContent.includes(price)) return requestAnimationFrame(look);
      return requestAnimationFrame(() =>
        setTimeout(() => {
          const answers = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('/api/goods/list'));
          const answer = answers.at(-1) as PerformanceResourceTiming | undefined;
          resolve(performance.now() - (answer?.responseEnd ?? Number.NaN));
        }),
      );
    };
    look();
  });
}

async function change(page: Page, version: number): Promise<number> {
  const price = (version * 100 + (CARDS - 1) / 100).toFixed(2);
  const time = page.evaluate(timeToPrice, { last: `/list_info/${CARDS}`, price });
  /* By its place: to look for a role costs the page as much as what is measured. */
  await page.locator('main button').first().click();
  return time;
}

/** ms that a page with 1,000 cards takes to show each with another price: a few changes of one visit. */
export async function measureCards(browser: Browser, url: string, cookie: string): Promise<number[]> {
  const { context, page } = await openVisit(browser, url, cookie);
  try {
    let version = 0;
    const response = await context.request.get(`${url}/api/goods/list?page=1`);
    const answer = (await response.json()) as { data: GoodsList };
    await page.route('**/api/goods/list?*', (route) => {
      version += 1;
      return route.fulfill({ contentType: 'application/json', body: manyCards(answer, version) });
    });
    await page.goto(url + CARDS_PATH, { waitUntil: 'networkidle' });
    const times: number[] = [];
    /* The first one makes the cards, and the second runs what has not been compiled. */
    for (let count = 1; count <= CHANGES + 2; count += 1) times.push(await change(page, version + 1));
    return times.slice(2);
  } finally {
    await context.close();
  }
}
