import type { Browser, Page } from 'playwright-core';
import type { Db } from '#server/kernel/db/schema.ts';
import { buyerName } from '../shop.ts';

const PASSWORD = 'Demo@2026';

/** What the server said to a press of the button. */
interface Answer {
  isTaken: boolean;
  status: number;
  message: string;
  /** What the page showed, in yuan. */
  payable: number;
}

/** What a buyer has filled in at the checkout, and a press of its button. */
export interface Checkout {
  page: Page;
  username: string;
  /** Ids in the cart. */
  goods: number;
  remark: string;
  /** Whether the page asks for the invoice. */
  asksInvoice: boolean;
  /** Presses the button; the answer's status and what was sent. */
  submit(): Promise<Answer>;
  /** Whether all that was filled in is still in its fields. */
  isKept(): Promise<boolean>;
  close(): Promise<void>;
}

interface Card {
  id: number;
  ck_id: number;
  is_buy: number;
  /** Null unless a flash sale sets its price, whatever the good costs otherwise. */
  spike: unknown;
  qg_number: number;
  multiple: number;
}

const INVOICE = /电子专票/;

/** A buyer with one good in the cart, whose checkout is filled in. @param turn which buyer, and which good */
export async function fillCheckout(browser: Browser, url: string, turn: number): Promise<Checkout> {
  const username = buyerName(turn + 1);
  const context = await browser.newContext({ baseURL: url, locale: 'zh-CN', serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const { request } = context;
  await request.post('/api/login', { form: { username, password: PASSWORD } });
  const { data } = await (await request.get('/api/goods/list?stock=1&sort=sales')).json();
  const cards = (data.list as Card[]).filter(({ is_buy, spike }) => is_buy === 1 && spike === null);
  const card = cards[turn % cards.length];
  if (card === undefined) throw new Error('nothing to buy');
  const line = { goods_id: card.id, number: Math.max(card.qg_number, card.multiple), ck_id: card.ck_id };
  await request.post('/api/cart', { data: { params: [line] } });
  await page.goto('/cart/step2');
  const field = page.getByRole('textbox', { name: '订单备注' });
  const remark = `第 ${turn} 次，周六送`;
  await field.fill(remark);
  const invoice = page.getByRole('radio', { name: INVOICE });
  const asksInvoice = (await invoice.count()) > 0;
  if (asksInvoice) await invoice.check();
  return {
    page,
    username,
    goods: card.id,
    remark,
    asksInvoice,
    async submit() {
      const answered = Promise.withResolvers<Answer>();
      /* Read on its way: a page that moves on takes the body with it. */
      await page.route(
        '**/api/order',
        async (route) => {
          const response = await route.fetch();
          const { message } = (await response.json()) as { message: string };
          const sent = new URLSearchParams(route.request().postData() ?? '');
          const payable = Number(sent.get('payable'));
          answered.resolve({ isTaken: response.ok(), status: response.status(), message, payable });
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: '提交订单' }).click();
      return answered.promise;
    },
    async isKept() {
      const typed = await field.inputValue();
      return typed === remark && (!asksInvoice || (await invoice.isChecked()));
    },
    close: () => context.close(),
  };
}

/** What was ordered under a remark: one row per order. */
export const orderedWith = (db: Db, remark: string) =>
  db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'orders.purchase_id')
    .where('orders.remark', '=', remark)
    .select(['orders.purchase_id', 'orders.payable_fen', 'purchases.invoice'])
    .execute();
