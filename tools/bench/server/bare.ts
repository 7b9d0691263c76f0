import { type BaselineServer, startBaselineServer } from '../baseline-server.ts';

/**
 * Starts `bare-server.ts` on the shop's data.
 * @param database where it is: `DATABASE_URL` or `DATABASE_FOLDER`
 * @param pages folder of the pages that it answers
 */
export const startBareServer = (database: NodeJS.ProcessEnv, pages: string): Promise<BaselineServer> =>
  startBaselineServer('tools/bench/server/bare-server.ts', {
    env: { ...database, PAGES: pages },
    probe: '/row',
  });
