import { type BaselineServer, startBaselineServer } from '../baseline-server.ts';

/** Starts `bare-server.ts` beside the shop's database. @param pages folder of the pages that it answers */
export const startBareServer = (databaseUrl: string, pages: string): Promise<BaselineServer> =>
  startBaselineServer('tools/bench/server/bare-server.ts', {
    env: { DATABASE_URL: databaseUrl, PAGES: pages },
    probe: '/row',
  });
