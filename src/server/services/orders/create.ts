import { formatFen } from '#domain/format.ts';
import { toYuan } from '#domain/money.ts';
import type { Calls } from '#generated/calls.ts';
import type { SiteConfig } from '#generated/schemas.ts';
import { type Answer, made, type Refused, refuse, refuseField } from '../../answer.ts';
import type { Db } from '../../db/schema.ts';
import type { Member } from '../../visitor.ts';
import { lockCart, removeLines } from '../cart/write.ts';
import { checkoutAnswer } from '../checkout/answer.ts';
import { type Prepared, prepare } from '../checkout/prepare.ts';
import { allot, lockStock, reserve, sellableBatches } from './stock.ts';
import { type Purchase, writeOrder } from './write.ts';

type Body = Calls['order.create']['body'];

/**
 * Places the orders of a checkout. Run it in a transaction. Everything that the figures depend on is locked before it
 * is read: the company's cart, then stock and flash sales of its goods, then the coupon.
 * @returns ids of the orders; 422 with the new figures in `data.checkout` when the page showed less than is due
 */
export async function placeOrders(
  db: Db,
  buyer: Member,
  body: Body,
  circumstances: { site: Pick<SiteConfig, 'trade'>; now: number },
): Promise<Answer<{ ids: number[] }>> {
  const { site, now } = circumstances;
  await lockCart(db, buyer.companyId);
  await lockStock(db, await goodsOfLines(db, buyer.companyId, body.ids));
  const address = await findAddress(db, buyer.companyId, body.address_id);
  if (!address) return refuseField('address_id', '请选择收货地址');
  if (body.voucher_ids?.length) return refuseField('voucher_ids', '现金券不可用');
  const wish = { ids: body.ids, couponWish: body.coupon_id ?? 0 };
  const prepared = await prepare(db, buyer, wish, circumstances);
  if ('refusal' in prepared) return prepared;
  if (wish.couponWish !== 0 && !prepared.coupon) return refuseField('coupon_id', '优惠券已使用或不可用');
  if (body.payable !== undefined && body.payable < toYuan(prepared.plan.payable)) {
    const checkout = await checkoutAnswer(db, buyer.companyId, prepared, { addressId: address.id, now });
    const message = `金额有变化，应付 ${formatFen(prepared.plan.payable)}，请核对后重新提交`;
    return refuse('invalid', { message, data: { errors: { payable: [message] }, checkout } });
  }
  const purchase: Purchase = {
    id: await makePurchase(db, buyer, now),
    companyId: buyer.companyId,
    address,
    remark: body.remark ?? '',
    now,
    payBefore: now + site.trade.unpaidHours * 3600,
  };
  return (
    (await spend(db, purchase, prepared)) ?? made({ ids: await write(db, purchase, prepared) }, '下单成功')
  );
}

/** Takes stock-independent rights once: flash sale units and the coupon. Refuses when somebody was quicker. */
async function spend(
  db: Db,
  purchase: Purchase,
  { facts, spikes, coupon }: Prepared,
): Promise<Refused | null> {
  const sold = Map.groupBy(
    facts.filter((line) => spikes.has(line.id)),
    (line) => spikes.get(line.id) ?? 0,
  );
  for (const [id, lines] of [...sold].toSorted(([a], [b]) => a - b)) {
    const number = lines.reduce((sum, line) => sum + line.number, 0);
    const { numUpdatedRows } = await db
      .updateTable('spikes')
      .set((eb) => ({ sold: eb('sold', '+', number) }))
      .where('id', '=', id)
      .where((eb) => eb(eb('total', '-', eb.ref('sold')), '>=', number))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return refuse('invalid', { message: '秒杀名额已用完' });
  }
  if (!coupon) return null;
  const { numUpdatedRows } = await db
    .updateTable('company_coupons')
    .set({ purchase_id: purchase.id })
    .where('id', '=', coupon.id)
    .where('company_id', '=', purchase.companyId)
    .where('purchase_id', 'is', null)
    .where('is_void', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? null : refuseField('coupon_id', '优惠券已使用');
}

async function write(db: Db, purchase: Purchase, prepared: Prepared): Promise<number[]> {
  const { facts, plan } = prepared;
  const goodsIds = [...new Set(facts.map((line) => line.goods_id))];
  const served = allot(facts, await sellableBatches(db, goodsIds, purchase.now));
  await reserve(db, [...served.values()].flat());
  const ids: number[] = [];
  for (const order of plan.orders) ids.push(await writeOrder(db, purchase, prepared, order, served));
  await removeLines(
    db,
    purchase.companyId,
    facts.map((line) => line.id),
  );
  return ids;
}

async function goodsOfLines(db: Db, companyId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('cart_lines')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .select('goods_id')
    .distinct()
    .execute();
  return rows.map((row) => row.goods_id);
}

function findAddress(db: Db, companyId: number, id: number) {
  return db
    .selectFrom('addresses')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .select(['id', 'name', 'phone', 'region', 'detail'])
    .executeTakeFirst();
}

async function makePurchase(db: Db, buyer: Member, now: number): Promise<number> {
  const { id } = await db
    .insertInto('purchases')
    .values({ company_id: buyer.companyId, member_id: buyer.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
