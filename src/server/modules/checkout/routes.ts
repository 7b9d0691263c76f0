import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { checkoutAnswer } from './queries/answer.ts';
import { prepareCheckout } from './queries/prepare.ts';

export default defineRoutes({
  'cart.checkout': async (request) => {
    const buyer = memberOf(request.visitor);
    const { ids, coupon_id, address_id, voucher_ids, no_voucher, vouchers } = request.body;
    // A page's URL has them as `12,15`, and 0 for none.
    const named = vouchers
      ?.split(',')
      .map(Number)
      .filter((id) => id > 0);
    const requestedVoucherIds = no_voucher === 1 ? [] : (named ?? voucher_ids);
    const prepared = await prepareCheckout(
      request.db,
      buyer,
      { ids, requestedCouponId: coupon_id, requestedVoucherIds },
      request,
    );
    if ('refusal' in prepared) return prepared;
    const input = { addressId: address_id, now: request.now };
    return ok(await checkoutAnswer(request.db, buyer.companyId, prepared, input));
  },
});
