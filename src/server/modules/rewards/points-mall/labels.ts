import type { PointsGoods, PointsOrder } from '#generated/schemas.ts';

/** domain §3: what points are redeemed for. */
export const KIND_TEXTS: Readonly<Record<PointsGoods['kind'], string>> = {
  goods: '实物',
  coupon: '优惠券',
  voucher: '现金券',
};

export const ORDER_KIND_TEXTS: Readonly<Record<PointsOrder['kind'], string>> = {
  ...KIND_TEXTS,
  prize: '奖品',
};

export const STATE_TEXTS: Readonly<Record<PointsOrder['state'], string>> = {
  waiting: '待发货',
  shipped: '已发货',
  done: '已完成',
  cancelled: '已取消',
};

/** What the drawn picture of a good stands under; empty without one. */
export function pictureOf(goodsId: number | null): string {
  return goodsId === null ? '' : `/img/goods/${goodsId}.svg`;
}

/** The picture of what points are redeemed for: its pack, or a face of its kind. */
export function rewardPictureOf(goodsId: number | null, rewardId: number | null): string {
  return goodsId === null && rewardId !== null ? `/img/points/${rewardId}.svg` : pictureOf(goodsId);
}
