import { defineModule } from '../../kernel/module.ts';
import { addBookRules } from '../ledger/index.ts';
import vouchersJob from './jobs.ts';
import { PROMOTION_RULES } from './queries/book-rules.ts';
import staffCouponsRoutes from './staff-routes/coupons.ts';
import staffPromotionsRoutes from './staff-routes/promotions.ts';

export { grantedBy, spentIn } from './cashback/settle.ts';
export {
  lockPromotions,
  promotionUsesOf,
  recordPromotionUses,
  takeUnits,
} from './commands/promotion-uses.ts';
export { couponOffers, receiveCoupon } from './coupons/centre.ts';
export {
  categoryPaths,
  couponChoice,
  type HeldCoupon,
  holdsCoupon,
} from './coupons/company-coupons.ts';
export { onCompleted, onEnded, onRefunded } from './hooks.ts';
export { promotionsForCards } from './queries/card-offers.ts';
export { countGoods } from './queries/first-offers.ts';
export { loadPromotions } from './queries/load.ts';
export { marksOf } from './queries/marks.ts';
export { openPromotionIds, openSalesOf } from './queries/shared.ts';
export { openRights } from './rights/open.ts';
export { couponsAnswer, rightsCounts, vouchersAnswer } from './rights/read.ts';
export { spendCoupon, spendVouchers } from './rights/spend.ts';
export { activityUrl, KIND_TEXTS, STATE_TEXTS, stateOf, toneOf } from './rules/activity-labels.ts';
export { byStage, listedAround, stageOf } from './rules/states.ts';
export { promotionUrl } from './rules/url.ts';
export { seedPromotions } from './seed/promotions.ts';
export { seedSpikes } from './seed/spikes.ts';
export { type HeldVoucher, voucherAnswer } from './vouchers/company-vouchers.ts';
export { giveVoucher } from './vouchers/give.ts';

export const promotions = defineModule({
  name: 'promotions',
  routes: [staffCouponsRoutes, staffPromotionsRoutes],
  jobs: { vouchers: vouchersJob },
  connect() {
    addBookRules(PROMOTION_RULES);
  },
});
