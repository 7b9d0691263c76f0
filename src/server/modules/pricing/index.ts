import { defineModule } from '../../kernel/module.ts';
import buyingRightsRoutes from './routes/buying-rights.ts';
import staffBuyingRightsRoutes from './staff-routes/buying-rights.ts';

export { holdsRight } from './buying-rights/holds-right.ts';
export { applyStatusOf } from './buying-rights/status.ts';
export { type LastPrice, lastPrices } from './last-prices.ts';
export { memberPrice } from './member-price.ts';
export { leastQuantity, multipleOf } from './quantity.ts';
export { openSales } from './sales.ts';
export { selectGoods } from './select-goods.ts';
export { type Viewing, viewingOf } from './viewing.ts';

export const pricing = defineModule({
  name: 'pricing',
  routes: [buyingRightsRoutes, staffBuyingRightsRoutes],
});
