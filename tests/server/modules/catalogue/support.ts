import type { Engine } from '#server/kernel/db/open.ts';
import favorite from '#server/modules/catalogue/routes/favorites.ts';
import goods from '#server/modules/catalogue/routes/goods.ts';
import global from '#server/modules/catalogue/routes/home.ts';
import focus from '#server/modules/content/routes/ads.ts';
import article from '#server/modules/content/routes/articles.ts';
import user from '#server/modules/identity/routes/user.ts';
import favorites from '#server/modules/service/routes/favorites.ts';
import { seedCatalogue } from '#server/seed/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';

const routes = { ...article, ...favorite, ...favorites, ...focus, ...global, ...goods, ...user };

/** A shop with the demo shop's first goods, three rounds of every variety, and its content. */
export function startShop(total = 620, engine?: Engine): Promise<TestApp> {
  return startApp({
    ...(engine && { engine }),
    routes,
    seed: (db, now) => seedCatalogue(db, { now, goods: total }),
  });
}
