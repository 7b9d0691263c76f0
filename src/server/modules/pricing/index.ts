import { defineModule } from '../../kernel/module.ts';
import routes from './routes.ts';
import staffRoutes from './staff-routes.ts';

export { applyStatusOf } from './buying-rights/status.ts';
export { type LastPrice, lastPrices, lastPurchases } from './queries/last-prices.ts';
export { memberPrice, ownPriceOf } from './queries/member-price.ts';
export { openSales, type Sale } from './queries/sales.ts';
export { type BuyerValues, selectGoods } from './queries/select-goods.ts';
export { type Viewer, viewerOf } from './queries/viewer.ts';
export { leastQuantity, multipleOf } from './rules/quantity.ts';

export const pricing = defineModule({
  name: 'pricing',
  routes: [routes, staffRoutes],
});
