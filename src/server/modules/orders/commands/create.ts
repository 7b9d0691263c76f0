import type { Calls } from '#generated/calls.ts';
import type { PlannedOrder } from '#shop/domain/checkout.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { nearExpiryLimit } from '#shop/domain/near-expiry.ts';
import { voucherProblem } from '#shop/domain/promotions/voucher.ts';
import { type PurchaseOrder, requireJointPayment } from '#shop/domain/purchase.ts';
import type { PurchaseTerms } from '#shop/domain/purchase-terms.ts';
import { storedTerms } from '#shop/domain/stored-terms.ts';
import { prepareQuery } from '../../../kernel/db/prepared-query.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { sendWrite } from '../../../kernel/db/transaction.ts';
import type { Member } from '../../../kernel/http/visitor.ts';
import { type Answer, made, type Refused, refuse, refuseField } from '../../../kernel/result/answer.ts';
import type { SiteTerms } from '../../../kernel/site-terms.ts';
import { removeLines } from '../../cart/index.ts';
import { allocateLines, checkoutAnswer, type PreparedCheckout } from '../../checkout/index.ts';
import { listAddresses } from '../../customers/index.ts';
import {
  promotionUsesOf,
  recordPromotionUses,
  spendCoupon,
  spendVouchers,
  takeUnits,
} from '../../promotions/index.ts';
import { mayOrder } from '../ports.ts';
import { nextIds } from './ids.ts';
import { paymentUrl } from './joint-payment.ts';
import { lockAndPrepare } from './lock.ts';
import { recordShippingSupports } from './shipping-supports.ts';
import { type OrderToWrite, type Purchase, writeOrders } from './write.ts';

type Body = Calls['order.create']['body'];

type Invoice = NonNullable<Body['invoice']>;

/**
 * Places the orders of a checkout. Run it in a transaction. Everything that the figures depend on is locked before it
 * is read: the company's cart, stock of its goods, promotions; then coupon and vouchers.
 * @param eligibility a check that is under way: why the company may not order at all, or null
 * @returns ids of the orders; 422 with the new figures in `data.checkout` when the page showed less than is due
 */
export async function placeOrders(
  db: Db,
  buyer: Member,
  body: Body,
  context: { site: SiteTerms; now: number },
  eligibility: Promise<Refused | null> = Promise.resolve(null),
): Promise<Answer<Calls['order.create']['data']>> {
  const { site, now } = context;
  const input = {
    ids: body.ids,
    requestedCouponId: body.coupon_id ?? 0,
    requestedVoucherIds: body.voucher_ids ?? [],
  };
  const [ineligible, address, prepared, ids] = await Promise.all([
    eligibility,
    findAddress(db, buyer.companyId, body.address_id),
    lockAndPrepare(db, buyer, input, context),
    // Under the lock: the ids of a company's orders ascend as they are placed. Most lines of a cart become one of one order.
    nextIds(db, { orders: 1, lines: body.ids.length }),
  ]);
  if (ineligible) return ineligible;
  if (!address) return refuseField('address_id', '请选择收货地址');
  if ('refusal' in prepared) return prepared;
  const refused =
    (await refuseHmOrder(db, buyer, prepared, { address, now })) ??
    refuseUnusableDiscounts(prepared, input, now);
  if (refused) return refused;
  if (body.payable !== undefined && body.payable < toYuan(prepared.plan.payable)) {
    const addresses = await listAddresses(db, buyer.companyId);
    const checkout = checkoutAnswer(prepared, addresses, { addressId: address.id, now });
    const message = `金额有变化，应付 ${formatFen(prepared.plan.payable)}，请核对后重新提交`;
    return refuse('invalid', { message, data: { errors: { payable: [message] }, checkout } });
  }
  const { coupon, vouchers, plan, goods, facts, terms, unshipped } = prepared;
  const purchase: Purchase = {
    ids,
    companyId: buyer.companyId,
    kind: 'plain',
    address,
    remark: body.remark ?? '',
    now,
    payBefore: now + site.constants.trade.unpaidHours * 3600,
    nearBefore: nearExpiryLimit(now, site),
  };
  await makePurchase(db, buyer, { id: ids.purchase, now, terms, invoice: body.invoice ?? 'none' });
  const spender = { id: ids.purchase, companyId: buyer.companyId, now };
  const spent =
    (coupon && (await spendCoupon(db, spender, coupon.id))) ??
    (await spendVouchers(
      db,
      spender,
      vouchers.map(({ id }) => id),
    ));
  if (spent) return spent;
  const orderIds = await writePurchase(db, purchase, markJointOrders(terms, plan.orders), goods);
  if (!Array.isArray(orderIds)) return orderIds;
  await recordShippingSupports(db, ids.purchase, terms, unshipped);
  await removeLines(
    db,
    buyer.companyId,
    facts.map((line) => line.id),
  );
  return made({ ids: orderIds, pay_url: paymentUrlOf(orderIds, plan.orders) }, '下单成功');
}

/**
 * Writes the planned orders of a purchase: takes what they need of promotions, reserves the stock, freezes the lines.
 * Locks must be held ({@link lockAndPrepare}). Answers the orders' ids.
 */
export async function writePurchase(
  db: Db,
  purchase: Purchase,
  orders: readonly OrderToWrite[],
  goods: PreparedCheckout['goods'],
): Promise<number[] | Refused> {
  const lines = orders.flatMap((order) => order.lines);
  const refused = await takeUnits(db, promotionUsesOf(lines));
  if (refused) return refused;
  const served = allocateLines(lines, goods);
  const ids = await writeOrders(db, purchase, orders, goods, served);
  const uses = orders.map((order, index) => ({ id: ids[index] ?? 0, uses: promotionUsesOf(order.lines) }));
  await recordPromotionUses(db, purchase.companyId, uses);
  return ids;
}

/**
 * Marks the orders that are paid and cancelled as one, because they earned a benefit together. Ephedrine earns nothing with
 * other goods: its reductions bar it, and its shipping is reckoned apart (`ShippingRules`).
 */
function markJointOrders(terms: PurchaseTerms, orders: readonly PlannedOrder[]): OrderToWrite[] {
  return orders.map((order) => {
    const sameKind = orders.filter(({ hm }) => hm === order.hm);
    const joint = requireJointPayment(terms, sameKind.map(unitsOf));
    const due = joint ? sameKind : [order];
    return { ...order, joint, free: due.every(({ payable }) => payable === 0) };
  });
}

function unitsOf({ lines, payable }: PlannedOrder): PurchaseOrder {
  return { units: new Map(lines.map(({ key, quantity }) => [key, quantity])), payable };
}

/** URL of the cashier for all orders that can be paid there in one payment; of the transfer page when none can. */
function paymentUrlOf(ids: readonly number[], orders: readonly PlannedOrder[]): string {
  const due = ids
    .map((id, index) => ({ id, hm: orders[index]?.hm ?? false, payable: orders[index]?.payable ?? 0 }))
    .filter(({ payable }) => payable > 0);
  const online = due.filter(({ hm }) => !hm);
  const paid = online.length > 0 ? online : due;
  if (paid.length === 0) return paymentUrl(ids, false);
  return paymentUrl(
    paid.map(({ id }) => id),
    online.length === 0,
  );
}

type Address = NonNullable<Awaited<ReturnType<typeof findAddress>>>;

/** Ephedrine: to a licensed address only, and not while a receipt is overdue (domain §3, §4). */
async function refuseHmOrder(
  db: Db,
  buyer: Member,
  { plan }: PreparedCheckout,
  { address, now }: { address: Address; now: number },
): Promise<Refused | null> {
  if (plan.orders.every(({ hm }) => !hm)) return null;
  if (!address.is_licensed) return refuseField('address_id', '含麻商品只能送到许可证上的地址');
  const judged = await mayOrder.call(db, { buyer, hm: true, now });
  return judged.find((refused) => refused !== null) ?? null;
}

/** Refuses a requested coupon or voucher that cannot be used, instead of dropping it silently. */
function refuseUnusableDiscounts(
  { coupon, heldVouchers, plan }: PreparedCheckout,
  input: { requestedCouponId: number; requestedVoucherIds: readonly number[] },
  now: number,
): Refused | null {
  if (input.requestedCouponId !== 0 && !coupon) return refuseField('coupon_id', '优惠券已使用或不可用');
  const usable = heldVouchers.filter((voucher) => voucherProblem(voucher, plan.voucherLimit, now) === null);
  const missing = input.requestedVoucherIds.some((id) => !usable.some((voucher) => voucher.id === id));
  return missing ? refuseField('voucher_ids', '现金券已使用或不可用') : null;
}

export async function findAddress(db: Db, companyId: number, id: number) {
  const [address] = await loadAddress(db, { companyId, id });
  return address;
}

const loadAddress = prepareQuery<{ companyId: number; id: number }>()((db, { value }) =>
  db
    .selectFrom('addresses')
    .where('company_id', '=', value('companyId'))
    .where('id', '=', value('id'))
    .select(['id', 'name', 'phone', 'region', 'detail', 'is_licensed']),
);

/** Writes the row of a purchase. @param purchase its `id` is of `nextIds` */
export async function makePurchase(
  db: Db,
  buyer: Member,
  purchase: { id: number; now: number; terms: PurchaseTerms; invoice?: Invoice },
): Promise<void> {
  const { id, now, terms, invoice = 'none' } = purchase;
  const row = {
    id,
    companyId: buyer.companyId,
    memberId: buyer.id,
    now,
    invoice,
    terms: JSON.stringify(storedTerms(terms)),
  };
  await sendWrite(db, insertPurchase(db, row));
}

const insertPurchase = prepareQuery<
  Record<'id' | 'companyId' | 'memberId' | 'now', number> & { invoice: Invoice; terms: string }
>()((db, { value }) =>
  db.insertInto('purchases').values({
    id: value('id'),
    company_id: value('companyId'),
    member_id: value('memberId'),
    created_at: value('now'),
    invoice: value('invoice'),
    terms: value('terms'),
  }),
);
