import type { FastifyInstance } from 'fastify';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { registerHealth } from '#engine/host/health.ts';
import { hostSite, type SiteParts } from '#engine/host/host-site.ts';
import type { LoadLimits } from '#engine/host/load/gate.ts';
import { createServer } from '#engine/host/server.ts';
import { compileShop } from '../../support/base-shop.ts';

/** Seconds after which a session is lengthened by the call that is made in it. */
const LENGTHENED_AFTER = 3600;

interface Settings {
  /** Folder of a build, as `fakeBuild` writes it. */
  build: string;
  site?: Partial<SiteParts>;
  load?: LoadLimits;
  compress?: boolean;
  /** More calls of the API. */
  extend?: (app: FastifyInstance) => void;
}

export interface SmallApp {
  app: FastifyInstance;
  /** The server's clock in seconds; move it as the test needs. */
  clock: { now: number };
  /** Raised by whatever makes every page for visitors old. */
  edition: { count: number };
  /** A Cookie header of somebody who has logged in by this name. */
  logIn(username: string): string;
}

/** A site beside the smallest API that knows its readers: `/api/user/base` answers 401, or who it is that asks. */
export async function startSmallApp({
  build,
  site: parts,
  load,
  compress,
  extend,
}: Settings): Promise<SmallApp> {
  const { site } = await compileShop({});
  const clock = { now: 1_795_000_000 };
  const edition = { count: 0 };
  const sessions = new Map<string, { username: string; since: number }>();
  const app = await createServer({
    compress,
    load,
    refuse: (reply) => reply.code(503).header('retry-after', '1').send({ code: 503, message: '请稍候再试' }),
  });
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ code: 404, message: '没有这个接口' }));
  app.get('/api/user/base', (request, reply) => {
    const [, id = ''] = /(?:^|; )sid=([^;]*)/.exec(request.headers.cookie ?? '') ?? [];
    const session = sessions.get(id);
    if (!session) return reply.send({ code: 401 });
    if (clock.now - session.since > LENGTHENED_AFTER) reply.header('set-cookie', `sid=${id}; Max-Age=86400`);
    return reply.send({ code: 200, data: { username: session.username } });
  });
  extend?.(app);
  registerHealth(app, async () => true);
  const built = await loadBuiltSite(build);
  await hostSite(app, { ...built, site, now: () => clock.now, edition: () => edition.count, ...parts });
  await app.ready();
  return {
    app,
    clock,
    edition,
    logIn(username) {
      const id = `session-${sessions.size}`;
      sessions.set(id, { username, since: clock.now });
      return `sid=${id}`;
    },
  };
}
