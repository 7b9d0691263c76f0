import { defineModule } from '../../kernel/module.ts';
import adsRoutes from './routes/ads.ts';
import articlesRoutes from './routes/articles.ts';
import siteRoutes from './routes/site.ts';
import staffAdsRoutes from './staff-routes/ads.ts';
import staffArticlesRoutes from './staff-routes/articles.ts';
import staffLinksRoutes from './staff-routes/links.ts';

export { adsOf } from './ads/read.ts';
export { seedContent } from './seed/content.ts';

export const content = defineModule({
  name: 'content',
  routes: [adsRoutes, articlesRoutes, siteRoutes, staffAdsRoutes, staffArticlesRoutes, staffLinksRoutes],
});
