import type { PlannedOrder } from '#domain/checkout.ts';
import { toYuan } from '#domain/money.ts';
import type { Checkout, CheckoutGroup } from '#generated/schemas.ts';
import type { Db } from '../../db/schema.ts';
import { listAddresses } from '../addresses/read.ts';
import type { CartFacts } from '../cart/facts.ts';
import { type Allotment, allot, sellableBatches } from '../orders/stock.ts';
import { couponAnswer } from './coupons.ts';
import type { Prepared } from './prepare.ts';

/** A checkout as the API answers it (schemas/entities/checkout). */
export async function checkoutAnswer(
  db: Db,
  companyId: number,
  prepared: Prepared,
  { addressId, now }: { addressId: number | undefined; now: number },
): Promise<Checkout> {
  const { facts, plan, coupon, coupons, couponLines } = prepared;
  const addresses = await listAddresses(db, companyId);
  const address = addresses.find(({ id }) => id === addressId) ?? addresses[0] ?? null;
  const goodsIds = [...new Set(facts.map((line) => line.goods_id))];
  const served = allot(facts, await sellableBatches(db, goodsIds, now));
  const rows = new Map(facts.map((line) => [line.id, line]));
  return {
    ids: facts.map((line) => line.id),
    groups: plan.orders.map((order) => toGroup(order, rows, served)),
    addresses,
    address_id: address?.id ?? null,
    address,
    coupons: coupons.map((held) => couponAnswer(held, couponLines, now)),
    coupon_id: coupon?.id ?? null,
    goods_amount: toYuan(plan.goodsAmount),
    manjian_reduce: toYuan(plan.manjianReduce),
    coupon_reduce: toYuan(plan.couponReduce),
    shipping_fee: toYuan(plan.shippingFee),
    payable: toYuan(plan.payable),
    number: plan.number,
  };
}

function toGroup(
  order: PlannedOrder,
  rows: ReadonlyMap<number, CartFacts>,
  served: ReadonlyMap<number, Allotment[]>,
): CheckoutGroup {
  const warehouse = rows.get(order.lines[0]?.id ?? 0)?.warehouse_name ?? '';
  return {
    title: order.hm ? `含麻商品单独成单 · ${warehouse}发货` : `${warehouse}发货`,
    lines: order.lines.flatMap((line) => {
      const row = rows.get(line.id);
      if (!row) return [];
      return {
        id: line.id,
        goods_id: row.goods_id,
        name: row.name,
        sccj: row.maker,
        ypgg: row.spec,
        bzdw: row.unit,
        image: `/img/goods/${row.goods_id}.svg`,
        number: line.number,
        price: toYuan(line.price),
        amount: toYuan(line.amount),
        reduce: toYuan(line.manjianReduce + line.couponReduce),
        payable: toYuan(line.payable),
        ...batchTexts((served.get(line.id) ?? []).map(({ batch }) => batch)),
      };
    }),
    goods_amount: toYuan(order.goodsAmount),
    shipping_fee: toYuan(order.shippingFee),
    payable: toYuan(order.payable),
  };
}

/** Batches in words: every batch number, and the first expiry. */
export function batchTexts(batches: readonly { batch_number: string; expires: string }[]): {
  batch_number: string | null;
  expires: string | null;
} {
  return {
    batch_number: batches.map((batch) => batch.batch_number).join('、') || null,
    expires: batches.map((batch) => batch.expires).toSorted()[0] ?? null,
  };
}
