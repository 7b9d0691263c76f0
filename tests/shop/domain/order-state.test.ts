import { describe, expect, test } from 'vitest';
import {
  asOrderState,
  isAllowedTransition,
  ORDER_STATE,
  orderAbilities,
  orderStateText,
  PAID_STATES,
  payableText,
  reservesStock,
} from '#shop/domain/order-state.ts';

const STATES = Object.values(ORDER_STATE);

describe('states of an order', () => {
  test('an ended order goes nowhere', () => {
    for (const end of [ORDER_STATE.done, ORDER_STATE.cancelled, ORDER_STATE.expired, ORDER_STATE.closed]) {
      expect(STATES.filter((next) => isAllowedTransition(end, next))).toEqual([]);
    }
  });

  test('an unpaid order can be paid or cancelled, until its time is over', () => {
    expect(orderAbilities(10, 100, 99)).toEqual({ canPay: true, canCancel: true, canConfirm: false });
    expect(orderAbilities(10, 100, 100)).toEqual({ canPay: false, canCancel: true, canConfirm: false });
  });

  test('receipt is confirmed only once everything has been shipped', () => {
    expect(STATES.filter((state) => orderAbilities(state, null, 0).canConfirm)).toEqual([
      ORDER_STATE.toReceive,
    ]);
  });

  test('stock is held from placing until shipping', () => {
    expect(STATES.filter(reservesStock).toSorted((a, b) => a - b)).toEqual([10, 15, 20, 30, 35]);
  });

  test('the sum is due until it is paid, and neither once the order has ended', () => {
    const called = (word: string) => STATES.filter((state) => payableText(state) === word);
    expect(called('应付')).toEqual([ORDER_STATE.unpaid, ORDER_STATE.confirming]);
    expect(called('实付')).toEqual(PAID_STATES);
    expect(called('订单金额')).toEqual([ORDER_STATE.cancelled, ORDER_STATE.expired, ORDER_STATE.closed]);
  });

  test('every state has a name; other numbers are no state', () => {
    for (const state of STATES) expect(orderStateText(state)).not.toBe('');
    expect(asOrderState(11)).toBeNull();
  });

  test('a paid order of a group-buy waits for its team; in every other state it is named as any order', () => {
    const other = STATES.filter((state) => orderStateText(state, 'group') !== orderStateText(state));
    expect(other.map((state) => [state, orderStateText(state, 'group')])).toEqual([[20, '待成团']]);
  });
});
