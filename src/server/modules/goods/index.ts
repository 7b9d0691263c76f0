import { defineModule } from '../../kernel/module.ts';
import nameRanksJob from './jobs.ts';
import brandsRoutes from './routes/brands.ts';
import staffGoodsRoutes from './staff-routes/goods.ts';

export { brandsInOrder } from './brands/read.ts';
export { loadCategories, pathOf, treeOf, withDescendants } from './categories.ts';
export { refreshTerms } from './search-index.ts';
export { seedGoods } from './seed/goods.ts';

export const goods = defineModule({
  name: 'goods',
  routes: [brandsRoutes, staffGoodsRoutes],
  jobs: { 'name-ranks': nameRanksJob },
});
