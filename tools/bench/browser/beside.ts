import { type BaselineServer, startBaselineServer } from '../baseline-server.ts';

/** Starts `beside-server.ts`. @param folder what `buildHandwritten` has built */
export const startBesideServer = (shop: string, folder: string): Promise<BaselineServer> =>
  startBaselineServer('tools/bench/browser/beside-server.ts', {
    env: { SHOP: shop, FOLDER: folder },
    probe: '/healthz',
  });
