import { defineModule } from '../../kernel/module.ts';
import favoritesRoutes from './routes/favorites.ts';
import goodsRoutes from './routes/goods.ts';
import homeRoutes from './routes/home.ts';

export { type CatalogueContext, cardsFor } from './cards/cards.ts';
export { tagsOf } from './cards/tags.ts';
export { listFavorites } from './favorites/rows.ts';
export { boughtLines } from './list/bought-lines.ts';
export { readColumns } from './list/columns/kept-columns.ts';
export { listGoods } from './list/list.ts';

export const catalogue = defineModule({
  name: 'catalogue',
  routes: [favoritesRoutes, goodsRoutes, homeRoutes],
});
