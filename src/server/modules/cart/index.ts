import { defineModule } from '../../kernel/module.ts';
import { userFigures } from '../identity/index.ts';
import { cartCount } from './commands/write.ts';
import routes from './routes.ts';

export { addLines } from './commands/add.ts';
export { type AddResult, addPurchasable } from './commands/add-purchasable.ts';
export { lockCart, removeLines } from './commands/write.ts';
export { explanationAnswer } from './queries/explain.ts';
export { type CartFacts, cartLines, goodsIn, loadCartFacts, type WrittenLine } from './queries/facts.ts';
export { type LineGoods, lineGoods } from './queries/line-goods.ts';
export { type CartState, loadPricingInputs, plainEntry, priceFacts } from './queries/price.ts';
export { goodsNotice } from './queries/rules.ts';
export { lockUnshipped, shippingRules, type UnshippedOrder } from './queries/shipping.ts';

export const cart = defineModule({
  name: 'cart',
  routes: [routes],
  connect() {
    userFigures.add(async (db, { companyId }) => ({ cart: await cartCount(db, companyId) }));
  },
});
