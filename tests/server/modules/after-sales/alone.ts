import type { Checkout } from '#generated/schemas.ts';
import { toFen } from '#shop/domain/money.ts';
import type { Bazaar, Customer, Wares } from './bazaar.ts';

/** What somebody holds, or wants to buy: units of wares, whole sets, and units of the exchange. */
export type Basket = Partial<Record<keyof Wares | 'set' | 'exchange', number>>;

/** With which rights it is bought. */
export interface BasketRights {
  coupon: boolean;
  voucher: boolean;
}

/** Puts a basket into an empty cart, and answers its lines' ids. */
export async function fill(
  { wares, offers }: Bazaar,
  { browser }: Customer,
  { set = 0, exchange = 0, ...plain }: Basket,
): Promise<number[]> {
  const goods = Object.entries(plain).map(([name, number]) => {
    const goods_id = wares[name as keyof Wares];
    return { goods_id, number, type: name === 'flash' ? 1 : 0 };
  });
  const params = [
    ...goods,
    { goods_id: wares.near, number: set, type: 3, goods_price_id: offers.set },
    { goods_id: wares.swap, number: exchange, type: 3, goods_price_id: offers.exchange },
  ].filter(({ number }) => number > 0);
  const { data, message } = await browser.call('cart.add', { body: { params } });
  if (!data?.ids) throw new Error(message);
  return data.ids;
}

/** A checkout with just these rights, where they can be used. */
export function checkOut({ browser, coupon, voucher }: Customer, ids: number[], rights: BasketRights) {
  return browser.call('cart.checkout', {
    body: {
      ids,
      coupon_id: rights.coupon ? coupon : 0,
      // No voucher at all cannot be said in a form but by one that nobody has.
      voucher_ids: [rights.voucher ? voucher : 999_999],
    },
  });
}

/**
 * What a basket costs by itself, in fen: put into the cart of somebody who has ordered nothing, through the API. What it
 * has not earned (an exchange, a gift) is bought like anything else.
 * @param unshipped what earlier orders count for towards free shipping, in fen
 */
export async function costAlone(
  bazaar: Bazaar,
  twin: Customer,
  held: Basket,
  { unshipped, ...rights }: BasketRights & { unshipped: number },
): Promise<number> {
  const { gift = 0, ...bought } = held;
  if (Object.values(held).every((number) => number === 0)) return 0;
  const first = await tryOut(bazaar, twin, bought, rights);
  const { exchange = 0, ...others } = bought;
  const basket = first || exchange === 0 ? bought : { ...others, swap: exchange + (others.swap ?? 0) };
  const plain = first ?? (await tryOut(bazaar, twin, basket, rights));
  const missing = Math.max(0, gift - giftsIn(plain));
  const final = missing === 0 ? plain : await tryOut(bazaar, twin, { ...basket, gift: missing }, rights);
  if (!final) throw new Error(`nobody sells ${JSON.stringify(basket)}`);
  const { data } = await twin.browser.call('cart.list');
  const fee = toFen(final.shipping_fee) - otherFees(final);
  const free = toFen(data.summary.shipping_remaining) <= unshipped;
  return toFen(final.payable) - (free ? fee : 0);
}

async function tryOut(
  bazaar: Bazaar,
  twin: Customer,
  basket: Basket,
  rights: BasketRights,
): Promise<Checkout | null> {
  await bazaar.shop.db.deleteFrom('cart_lines').where('company_id', '=', twin.company).execute();
  if (Object.values(basket).every((number) => number === 0)) return null;
  const ids = await fill(bazaar, twin, basket);
  const { code, data } = await checkOut(twin, ids, rights);
  return code === 200 ? data : null;
}

function giftsIn(checkout: Checkout | null): number {
  const lines = checkout?.groups.flatMap((group) => group.lines) ?? [];
  return lines.filter(({ gift }) => gift).reduce((sum, { number }) => sum + number, 0);
}

/** The fees of groups with a threshold of their own, in fen: those that notes explain. */
function otherFees({ notes }: Checkout): number {
  const fees = notes.flatMap((note) => /不足收运费 ¥([\d.]+)/.exec(note)?.[1] ?? []);
  return fees.reduce((sum, fee) => sum + toFen(fee), 0);
}
