import type { PointsGoods, PointsOrder } from '#generated/schemas.ts';

/** Kinds of what points are redeemed for (domain §3). */
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

/** URL of a good's drawn picture; empty without a good. */
export function pictureOf(goodsId: number | null): string {
  return goodsId === null ? '' : `/img/goods/${goodsId}.svg`;
}

/** URL of a reward's picture: its pack, or a drawing of its kind. */
export function rewardPictureOf(goodsId: number | null, rewardId: number | null): string {
  return goodsId === null && rewardId !== null ? `/img/points/${rewardId}.svg` : pictureOf(goodsId);
}
