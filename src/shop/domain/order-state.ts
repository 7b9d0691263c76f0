/** States of an order (domain §4). */
export const ORDER_STATE = {
  unpaid: 10,
  confirming: 15,
  reviewing: 20,
  toShip: 30,
  partlyShipped: 35,
  toReceive: 40,
  done: 50,
  cancelled: -10,
  expired: -11,
  closed: -12,
} as const;

export type OrderState = (typeof ORDER_STATE)[keyof typeof ORDER_STATE];

const TEXT: Record<OrderState, string> = {
  [ORDER_STATE.unpaid]: '待付款',
  [ORDER_STATE.confirming]: '待确认收款',
  [ORDER_STATE.reviewing]: '待审核',
  [ORDER_STATE.toShip]: '待发货',
  [ORDER_STATE.partlyShipped]: '部分发货',
  [ORDER_STATE.toReceive]: '待收货',
  [ORDER_STATE.done]: '已完成',
  [ORDER_STATE.cancelled]: '已取消',
  [ORDER_STATE.expired]: '超时取消',
  [ORDER_STATE.closed]: '已关闭',
};

/** The allowed transitions of each state. Final states have none. */
const TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  [ORDER_STATE.unpaid]: [
    ORDER_STATE.confirming,
    ORDER_STATE.reviewing,
    ORDER_STATE.toShip,
    ORDER_STATE.cancelled,
    ORDER_STATE.expired,
  ],
  [ORDER_STATE.confirming]: [
    ORDER_STATE.unpaid,
    ORDER_STATE.reviewing,
    ORDER_STATE.toShip,
    ORDER_STATE.cancelled,
    ORDER_STATE.expired,
  ],
  [ORDER_STATE.reviewing]: [ORDER_STATE.toShip, ORDER_STATE.closed],
  [ORDER_STATE.toShip]: [ORDER_STATE.partlyShipped, ORDER_STATE.toReceive, ORDER_STATE.closed],
  [ORDER_STATE.partlyShipped]: [ORDER_STATE.toReceive, ORDER_STATE.closed],
  [ORDER_STATE.toReceive]: [ORDER_STATE.done, ORDER_STATE.closed],
  [ORDER_STATE.done]: [],
  [ORDER_STATE.cancelled]: [],
  [ORDER_STATE.expired]: [],
  [ORDER_STATE.closed]: [],
};

/** The groups by which a buyer looks through orders, in order; `value` is what the list's `status` takes. */
export const ORDER_TABS: readonly { value: string; label: string; states: readonly OrderState[] }[] = [
  { value: '', label: '全部', states: [] },
  { value: '10', label: '待付款', states: [ORDER_STATE.unpaid, ORDER_STATE.confirming] },
  { value: '30', label: '待发货', states: [ORDER_STATE.reviewing, ORDER_STATE.toShip] },
  { value: '40', label: '待收货', states: [ORDER_STATE.partlyShipped, ORDER_STATE.toReceive] },
  { value: '50', label: '已完成', states: [ORDER_STATE.done] },
  { value: '-10', label: '已取消', states: [ORDER_STATE.cancelled, ORDER_STATE.expired, ORDER_STATE.closed] },
];

/** The state's name, as buyers read it. A paid order of a group-buy waits for its team, not for a review (domain §3). */
export function orderStateText(state: OrderState, kind: 'plain' | 'group' = 'plain'): string {
  return kind === 'group' && state === ORDER_STATE.reviewing ? '待成团' : TEXT[state];
}

/** What the sum of an order is called: still to be paid, paid, or neither since the order has ended without goods. */
export function payableText(state: OrderState): string {
  if (state < 0) return '订单金额';
  return PAID_STATES.includes(state) ? '实付' : '应付';
}

/** How far an order is on its way: 1 placed, 2 to pay, 3 to ship, 4 to receive, 5 done; 0 when it has ended without goods. */
export function orderStep(state: OrderState): number {
  if (state < 0) return 0;
  if (state === ORDER_STATE.done) return 5;
  if (hasArrived(state)) return 4;
  return PAID_STATES.includes(state) ? 3 : 2;
}

/** Whether an order may go from one state to another. */
export function isAllowedTransition(from: OrderState, to: OrderState): boolean {
  return TRANSITIONS[from].includes(to);
}

/** The state behind a number from outside, or `null` when there is none. */
export function asOrderState(value: number): OrderState | null {
  return Object.values(ORDER_STATE).find((state) => state === value) ?? null;
}

/** What the buyer may do now. `payBefore` and `now` in seconds; `null` = no limit. */
export function orderAbilities(
  state: OrderState,
  payBefore: number | null,
  now: number,
): { canPay: boolean; canCancel: boolean; canConfirm: boolean } {
  const open = payBefore === null || now < payBefore;
  return {
    canPay: (state === ORDER_STATE.unpaid || state === ORDER_STATE.confirming) && open,
    canCancel: isAllowedTransition(state, ORDER_STATE.cancelled),
    canConfirm: state === ORDER_STATE.toReceive,
  };
}

/** Whether at least a part of the order was sent and may have arrived. */
export function hasArrived(state: OrderState): boolean {
  return state === ORDER_STATE.partlyShipped || state === ORDER_STATE.toReceive || state === ORDER_STATE.done;
}

/** Every state but the ends without goods: what these orders took (coupon, flash sale units) stays taken. */
export const LIVE_STATES: readonly OrderState[] = Object.values(ORDER_STATE).filter((state) => state > 0);

/** What was paid for, or is taken as paid, and not undone: what a buyer has bought. */
export const PAID_STATES: readonly OrderState[] = LIVE_STATES.filter(
  (state) => state !== ORDER_STATE.unpaid && state !== ORDER_STATE.confirming,
);

/** The states in which an order holds reserved stock: placed, not ended, not yet wholly shipped. */
export const RESERVING_STATES: readonly OrderState[] = [
  ORDER_STATE.unpaid,
  ORDER_STATE.confirming,
  ORDER_STATE.reviewing,
  ORDER_STATE.toShip,
  ORDER_STATE.partlyShipped,
];

export function reservesStock(state: OrderState): boolean {
  return RESERVING_STATES.includes(state);
}
