import { USE_TYPE, type UseType } from '../ledger.ts';

/** Names of the reasons of a change (domain §5). */
export const USE_TEXT: Record<UseType, string> = {
  1: '充值',
  2: '订单支付',
  3: '订单退款',
  4: '退货退款',
  5: '少货退款',
  6: '满返',
  7: '还账期',
  8: '提现',
  9: '人工调整',
  10: '赠送',
  11: '订单得分',
  12: '积分兑换',
  13: '过期',
  14: '退货收回',
  15: '订单抵用',
  16: '订单退回',
};

/** Reasons that a balance log can be filtered by, in the order of the specification. */
export const MONEY_USES: readonly UseType[] = [
  USE_TYPE.topUp,
  USE_TYPE.orderPayment,
  USE_TYPE.orderRefund,
  USE_TYPE.returnRefund,
  USE_TYPE.shortageRefund,
  USE_TYPE.cashback,
  USE_TYPE.creditRepayment,
  USE_TYPE.withdrawal,
  USE_TYPE.adjustment,
  USE_TYPE.gift,
];
