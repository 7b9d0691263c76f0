/** The password of every account of the demo; it is public. */
export const DEMO_PASSWORD = 'Demo@2026';

/** The trading terms of the demo's past orders; nothing else of the site is needed for them. */
export const DEMO_SITE = {
  constants: {
    trade: {
      shippingFreeFrom: 500,
      shippingFee: 15,
      yxShippingFreeFrom: 0,
      yxShippingFee: 0,
      newControlledDays: 30,
      unpaidHours: 24,
      transferDays: 3,
      autoReceiveDays: 15,
      nearExpiryMonths: 6,
      pointsPerYuan: 1,
      voucherMaxShare: 0.3,
      returnDays: 15,
      receiptDays: 15,
      creditReminderDays: 3,
      bank: { holder: '', bank: '', account: '' },
      pageSize: 20,
      priceSteps: [5, 10, 20, 50, 100],
    },
  },
};
