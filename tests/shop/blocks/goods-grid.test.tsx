// @vitest-environment jsdom
import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { GoodsCard } from '#generated/schemas.ts';
import schema from '../../../schemas/shop/blocks/goods-grid.schema.json' with { type: 'json' };
import { BARE, type Server, siteOf } from '../../support/open-page.tsx';

const site = await siteOf({
  'config/api/goods.yaml': `goods.list: { get: /api/goods, response: { list: 'goods-card[]' }, silent: true }
goods.renew: { post: /api/renew, renews: [goods.list] }
goods.star: { post: '/api/star/{id}', params: { id: integer } }
goods.unstar: { post: '/api/unstar/{id}', params: { id: integer } }
cart.add: { post: /api/cart, encoding: json, body: { params: 'cart-line-to-add[]' }, repeat: parallel }
`,
  'config/pages/shelf.yaml': `name: shelf
path: /shelf
title: 货架
${BARE}
data: { goods: { call: goods.list } }
blocks:
  - { block: buttons, items: [{ id: renew, text: 刷新 }], on: { press: [{ call: goods.renew }] } }
  - block: goods-grid
    items: $data.goods.list
    to: /shelf
    on:
      add: [{ call: cart.add, body: { params: [$event.line] } }]
      favorite: [{ call: goods.star, params: { id: $event.goods_id } }]
      unfavorite: [{ call: goods.unstar, params: { id: $event.goods_id } }]
`,
});

/** A shop whose only good is what `state` says when it is requested. */
async function open(state: Partial<GoodsCard>, more: Server = {}) {
  const good = () =>
    ({ ...schema.examples[0]?.items[0], id: 1, name: '阿莫西林', is_buy: 1, ...state }) as GoodsCard;
  const opened = await site.open('/shelf', {
    'GET /api/goods': () => ({ data: { list: [good()] } }),
    'POST /api/renew': () => ({ data: null }),
    ...more,
  });
  const { page, user } = opened;
  const card = within(await page.findByRole('article'));
  return {
    ...opened,
    heart: () => card.getByRole('button', { name: /收藏阿莫西林$/ }),
    amount: () => card.getByRole<HTMLInputElement>('spinbutton'),
    renew: () => user.click(page.getByRole('button', { name: '刷新' })),
  };
}

const isPressed = (heart: HTMLElement) => heart.getAttribute('aria-pressed');

it('follows a favourite that was marked elsewhere once the list is renewed', async () => {
  const state: Partial<GoodsCard> = { is_favorite: 0 };
  const { heart, renew } = await open(state);
  expect(isPressed(heart())).toBe('false');
  state.is_favorite = 1;
  await renew();
  await expect.poll(() => isPressed(heart())).toBe('true');
  expect(heart().title).toBe('取消收藏阿莫西林');
});

it('keeps what was pressed, and goes back to what was accepted last when a press is refused', async () => {
  let refuses = false;
  const answer = () => (refuses ? { code: 400, message: '收藏已满' } : { data: null });
  const { heart, user, requests } = await open(
    { is_favorite: 0 },
    { 'POST /api/star/1': answer, 'POST /api/unstar/1': answer },
  );
  await user.click(heart());
  await expect.poll(() => requests('POST /api/star/1')).toHaveLength(1);
  expect(isPressed(heart())).toBe('true');
  refuses = true;
  await user.click(heart());
  await expect.poll(() => requests('POST /api/unstar/1')).toHaveLength(1);
  await expect.poll(() => isPressed(heart())).toBe('true');
  refuses = false;
  await user.click(heart());
  await expect.poll(() => requests('POST /api/unstar/1')).toHaveLength(2);
  expect(isPressed(heart())).toBe('false');
  refuses = true;
  await user.click(heart());
  await expect.poll(() => requests('POST /api/star/1')).toHaveLength(2);
  await expect.poll(() => isPressed(heart())).toBe('false');
});

it('follows a least quantity that changed, unless another number was chosen', async () => {
  const state: Partial<GoodsCard> = { qg_number: 10, multiple: 10, number: 200 };
  const { amount, renew, user } = await open(state);
  expect(amount().value).toBe('10');
  state.qg_number = 20;
  await renew();
  await expect.poll(() => amount().value).toBe('20');
  await user.type(amount(), '{ArrowUp}');
  expect(amount().value).toBe('30');
  state.qg_number = 10;
  await renew();
  await expect.poll(() => amount().getAttribute('aria-valuemin')).toBe('10');
  expect(amount().value).toBe('30');
});
