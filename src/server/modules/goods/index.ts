import { defineModule } from '../../kernel/module.ts';
import nameRanksJob from './jobs/name-ranks.ts';
import soldJob from './jobs/sold.ts';
import routes from './routes.ts';
import staffBrandsRoutes from './staff-routes/brands.ts';
import staffGoodsRoutes from './staff-routes/goods.ts';

export { brandsInOrder } from './brands/read.ts';
export { rankAllNames } from './commands/refresh-name-ranks.ts';
export { refreshTerms } from './commands/refresh-search-terms.ts';
export { recountSold, refreshSold } from './commands/refresh-sold.ts';
export { loadCategories, pathOf, treeOf, withDescendants } from './queries/categories.ts';
export { readingsOf } from './rules/pinyin.ts';
export { seedGoods } from './seed/goods.ts';

export const goods = defineModule({
  name: 'goods',
  routes: [routes, staffBrandsRoutes, staffGoodsRoutes],
  jobs: { 'name-ranks': nameRanksJob, sold: soldJob },
});
