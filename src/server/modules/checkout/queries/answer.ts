import type { Address, Checkout, CheckoutGroup, LinePrice, OrderLine } from '#generated/schemas.ts';
import type { PlannedLine, PlannedOrder } from '#shop/domain/checkout.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import { limitWords } from '#shop/domain/promotions/voucher.ts';
import { explanationAnswer, type LineGoods } from '../../cart/index.ts';
import { type Allocation, allocateBatches } from '../../inventory/index.ts';
import { couponChoice, voucherAnswer } from '../../promotions/index.ts';
import type { PreparedCheckout } from './prepare.ts';

/** Ephedrine goes to an address of the licence only (domain §3). */
const LICENSED_ONLY =
  '含麻商品只能送到许可证上的地址。请选择标有“证照地址”的地址；没有的，请联系客户经理认定，或先取消选中含麻商品。';

/**
 * A checkout as the API answers it (schemas/shop/entities/checkout).
 * @param addresses of the company
 */
export function checkoutAnswer(
  prepared: PreparedCheckout,
  addresses: readonly Address[],
  { addressId, now }: { addressId: number | undefined; now: number },
): Checkout {
  const { facts, plan, lines, goods, coupon, coupons, couponLines, vouchers, heldVouchers } = prepared;
  const hm = plan.orders.some((order) => order.hm);
  const defaultAddress =
    (hm ? addresses.find(({ is_licensed }) => is_licensed === 1) : undefined) ?? addresses[0];
  const address = addresses.find(({ id }) => id === addressId) ?? defaultAddress ?? null;
  const allocations = allocateLines(lines, goods);
  const choice = { chosen: vouchers, limit: plan.voucherLimit };
  const listTotal = lines.reduce((sum, { explanation }) => sum + explanation.base * explanation.number, 0);
  return {
    ids: facts.map((line) => line.id),
    groups: plan.orders.map((order) => toGroup(order, prepared, allocations)),
    addresses: [...addresses],
    address_id: address?.id ?? null,
    address,
    address_notice: hm && address?.is_licensed !== 1 ? LICENSED_ONLY : null,
    coupons: coupons.map((held) => couponChoice(held, couponLines, { ...prepared, now })),
    coupon_id: coupon?.id ?? null,
    coupon_total: toYuan(prepared.couponTotal),
    vouchers: heldVouchers.map((held) => voucherAnswer(held, now, choice)),
    voucher_ids: vouchers.map(({ id }) => id),
    voucher_limit: toYuan(plan.voucherLimit),
    voucher_hint: limitWords(plan.voucherLimit, prepared.voucherShare),
    goods_amount: toYuan(plan.goodsAmount),
    set_reduce: toYuan(plan.setReduce),
    manjian_reduce: toYuan(plan.manjianReduce),
    coupon_reduce: toYuan(plan.couponReduce),
    voucher_reduce: toYuan(plan.voucherReduce),
    shipping_fee: toYuan(plan.shippingFee),
    payable: toYuan(plan.payable),
    saved: toYuan(Math.max(0, listTotal - (plan.payable - plan.shippingFee))),
    number: plan.quantity,
    prices: lines.filter(({ gift }) => !gift).map((line) => linePrice(line, prepared)),
    notes: prepared.notes,
  };
}

/** Allocates the planned lines to the batches of their goods, without reserving anything: line key -> allocations. */
export function allocateLines(
  lines: readonly PlannedLine[],
  goods: ReadonlyMap<number, Pick<LineGoods, 'batches'>>,
): Map<number, Allocation[]> {
  const goodsIds = [...new Set(lines.map((line) => line.goodsId))];
  const demands = lines.map(({ key, goodsId, warehouseId, quantity }) => ({
    id: key,
    goods_id: goodsId,
    warehouse_id: warehouseId,
    number: quantity,
  }));
  return allocateBatches(
    demands,
    goodsIds.flatMap((id) => goods.get(id)?.batches ?? []),
  );
}

function toGroup(
  order: PlannedOrder,
  prepared: PreparedCheckout,
  allocations: ReadonlyMap<number, Allocation[]>,
): CheckoutGroup {
  const from = prepared.facts.find(({ id }) => id === order.lines[0]?.lineId);
  const warehouse = from?.warehouse_name ?? '';
  return {
    title: order.hm ? `含麻商品单独成单 · ${warehouse}发货` : `${warehouse}发货`,
    note: `${order.quantity} 件，运费 ${formatFen(order.shippingFee)}，本单应付 ${formatFen(order.payable)}`,
    hm: order.hm,
    ck_id: order.warehouseId,
    lines: order.lines.map((line) => toLine(line, prepared, allocations.get(line.key) ?? [])),
    goods_amount: toYuan(order.goodsAmount),
    shipping_fee: toYuan(order.shippingFee),
    payable: toYuan(order.payable),
  };
}

/** The id combines line and good: the line of a combination has one price per good. */
function linePrice({ lineId, goodsId, price }: PlannedLine, { goods }: PreparedCheckout): LinePrice {
  const row = goods.get(goodsId);
  return {
    id: `${lineId}-${goodsId}`,
    name: [row?.name, row?.spec].filter(Boolean).join(' '),
    price: toYuan(price),
  };
}

function toLine(
  line: PlannedLine,
  { goods }: PreparedCheckout,
  allocations: readonly Allocation[],
): OrderLine {
  const row = goods.get(line.goodsId);
  return {
    id: line.lineId,
    goods_id: line.goodsId,
    name: row?.name ?? '',
    sccj: row?.maker ?? '',
    ypgg: row?.spec ?? '',
    bzdw: row?.unit ?? '',
    image: `/img/goods/${line.goodsId}.svg`,
    number: line.quantity,
    price: toYuan(line.price),
    amount: toYuan(line.amount),
    reduce: toYuan(line.amount - line.payable),
    payable: toYuan(line.payable),
    gift: line.gift,
    set_no: line.setNo,
    sets: line.sets,
    set_name: line.setName,
    mark: lineMark(line.gift, line.setName, row?.name ?? ''),
    explanation: explanationAnswer(line.explanation),
    ...batchTexts(allocations.map(({ batch }) => batch)),
  };
}

/**
 * Label of a gift or of a line in a promotion; empty for an ordinary line. The good's own name is left out, because it
 * is shown beside the label.
 */
export function lineMark(gift: boolean, promotion: string | null, goods: string): string {
  if (gift) return '赠品';
  const name = promotion ?? '';
  return name.replace(goods, '').trim() || name;
}

/** All batch numbers as one text, and the first expiry. */
export function batchTexts(batches: readonly { batch_number: string; expires: string }[]): {
  batch_number: string | null;
  expires: string | null;
} {
  return {
    batch_number: batches.map((batch) => batch.batch_number).join('、') || null,
    expires: batches.map((batch) => batch.expires).toSorted()[0] ?? null,
  };
}
