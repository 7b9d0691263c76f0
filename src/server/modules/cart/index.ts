import { defineModule } from '../../kernel/module.ts';
import { userFigures } from '../identity/index.ts';
import routes from './routes.ts';
import { cartCount } from './write.ts';

export { addLines } from './add.ts';
export { type Added, addPossible } from './add-possible.ts';
export { explanationAnswer } from './explain.ts';
export { type CartFacts, cartLines, goodsIn, loadCartFacts } from './facts.ts';
export { type LineGoods, lineGoods } from './line-goods.ts';
export { type CartState, plainEntry, priceFacts } from './price.ts';
export { ownNotice } from './rules.ts';
export { lockUnshipped, shippingRules, type UnshippedOrder } from './shipping.ts';
export { lockCart, removeLines } from './write.ts';

export const cart = defineModule({
  name: 'cart',
  routes: [routes],
  connect() {
    userFigures.add(async (db, { companyId }) => ({ cart: await cartCount(db, companyId) }));
  },
});
