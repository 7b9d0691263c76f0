import type { APIRequestContext, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { get, post } from './stores.ts';

/** px: what a finger hits without looking twice. */
const FINGER = 44;

/** Runs in the page: height of what takes the touch, the whole label of a field that has one. */
function heightOfTarget(part: Element): number {
  const target = part.matches('input[type=radio], input[type=checkbox]')
    ? (part.closest('label') ?? part)
    : part;
  return Math.round(target.getBoundingClientRect().height);
}

/** Touches something, which must be as high as a finger needs. */
export async function tap(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  await target.scrollIntoViewIfNeeded();
  expect(await target.evaluate(heightOfTarget), `height of ${target.toString()}`).toBeGreaterThanOrEqual(
    FINGER,
  );
  await target.tap();
}

export interface PlainGoods {
  id: number;
  code: string;
  name: string;
  is_buy: number;
  qg_number: number;
  multiple: number;
  ck_id: number;
}

/** Goods that anyone approved may buy, the best-selling first. */
export async function plainGoods(request: APIRequestContext): Promise<PlainGoods[]> {
  const { list } = await get<{ list: PlainGoods[] }>(request, '/api/goods/list?stock=1&sort=sales');
  return list.filter(({ is_buy }) => is_buy === 1);
}

/** Puts the least quantity of a good into the cart; answers the ids of its lines. */
export async function fillCart(request: APIRequestContext, goods: PlainGoods): Promise<number[]> {
  const number = Math.max(goods.qg_number, goods.multiple);
  const params = [{ goods_id: goods.id, number, ck_id: goods.ck_id }];
  return (await post<{ ids: number[] }>(request, '/api/cart', { params })).ids;
}

/** A paid order of the least quantity of one good; answers its id. */
export async function paidOrder(request: APIRequestContext): Promise<number> {
  const [goods] = await plainGoods(request);
  if (!goods) throw new Error('nothing to buy');
  const ids = await fillCart(request, goods);
  const { address_id } = await post<{ address_id: number }>(request, '/api/cart/checkout', { ids, new: 1 });
  const order = await post<{ ids: number[] }>(request, '/api/order', { ids, address_id });
  const [id] = order.ids;
  if (id === undefined) throw new Error('nothing was ordered');
  await post(request, `/api/pay/${id}`, { method: 'balance', use_balance: 0 });
  return id;
}
