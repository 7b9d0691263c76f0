import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { ok } from '../../kernel/result/answer.ts';
import { listAddresses } from '../customers/index.ts';
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
    const input = { ids, requestedCouponId: coupon_id, requestedVoucherIds };
    const [prepared, addresses] = await Promise.all([
      prepareCheckout(request.db, buyer, input, request),
      listAddresses(request.db, buyer.companyId),
    ]);
    if ('refusal' in prepared) return prepared;
    return ok(checkoutAnswer(prepared, addresses, { addressId: address_id, now: request.now }));
  },
});
