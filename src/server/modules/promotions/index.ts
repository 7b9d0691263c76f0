import { defineModule } from '../../kernel/module.ts';
import { addBookRules } from '../ledger/index.ts';
import { PROMOTION_RULES } from './book-rules.ts';
import vouchersJob from './jobs.ts';
import staffPromotionsRoutes from './staff-routes/promotions.ts';

export { addressOf, KIND_TEXTS, STATE_TEXTS, stateOf, toneOf } from './activity-labels.ts';
export { promotionsForCards } from './card-offers.ts';
export { grantedBy, spentIn } from './cashback/settle.ts';
export { couponOffers, receiveCoupon } from './coupons/centre.ts';
export { categoryPaths, couponChoice, type HeldCoupon, holdsCoupon, openCoupons } from './coupons/held.ts';
export { onCompleted, onEnded, onRefunded } from './hooks.ts';
export { loadPromotions } from './load.ts';
export { marksOf } from './marks.ts';
export { couponsAnswer, rightsCounts, vouchersAnswer } from './rights/read.ts';
export { spendCoupon, spendVouchers } from './rights/spend.ts';
export { seedPromotions } from './seed/promotions.ts';
export { seedSpikes } from './seed/spikes.ts';
export { byStage, listedAround, stageOf } from './states.ts';
export { lockPromotions, recordTakings, takeUnits, takingsOf } from './take.ts';
export { promotionUrl } from './url.ts';
export { giveVoucher } from './vouchers/give.ts';
export { type HeldVoucher, openVouchers, voucherAnswer } from './vouchers/held.ts';

export const promotions = defineModule({
  name: 'promotions',
  routes: [staffPromotionsRoutes],
  jobs: { vouchers: vouchersJob },
  connect() {
    addBookRules(PROMOTION_RULES);
  },
});
