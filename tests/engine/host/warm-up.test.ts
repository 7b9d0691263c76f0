import { rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { warmUp } from '#engine/host/warm-up.ts';
import { fakeBuild } from './fake-build.ts';
import { startSmallApp } from './small-app.ts';

it('the first reader is not the first for whom the page’s code runs', async () => {
  const build = await fakeBuild();
  const shop = await startSmallApp({ build, site: { limit: 200 } });
  onTestFinished(async () => {
    await shop.app.close();
    await rm(build, { recursive: true, force: true });
  });
  await warmUp(shop.app, '/counted');
  const first = await shop.app.inject({ url: '/counted', headers: { cookie: shop.logIn('demo') } });
  expect(first.body).toContain('count 2');
});
