import { seedCatalogue } from '#server/seed/index.ts';
import { type StartOptions, startApp, type TestApp } from '../support/app.ts';

/** A shop with the demo shop's goods and content: three rounds of every variety. */
export function startShop(engine: StartOptions['engine'], goods = 620): Promise<TestApp> {
  return startApp({ engine, seed: (db, now) => seedCatalogue(db, { now, goods }) });
}
