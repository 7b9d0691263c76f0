import { defineModule } from '../../kernel/module.ts';
import nameRanksJob from './jobs.ts';
import brandsRoutes from './routes.ts';
import staffGoodsRoutes from './staff-routes/goods.ts';

export { brandsInOrder } from './brands/read.ts';
export { refreshTerms } from './commands/refresh-search-terms.ts';
export { loadCategories, pathOf, treeOf, withDescendants } from './queries/categories.ts';
export { seedGoods } from './seed/goods.ts';

export const goods = defineModule({
  name: 'goods',
  routes: [brandsRoutes, staffGoodsRoutes],
  jobs: { 'name-ranks': nameRanksJob },
});
