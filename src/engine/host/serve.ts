import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Registry } from '#engine/generated/schemas.ts';
import { isForwarded } from '#engine/runtime/api-base.ts';
import { registerForward } from './api/forward.ts';
import { PrivateAddress, requirePublic } from './api/public-network.ts';
import { type BuiltSite, loadBuiltSite, readRegistry } from './built-site.ts';
import { sendBusy } from './busy.ts';
import type { FixtureSettings } from './fixtures/fixtures.ts';
import { registerFixtures } from './fixtures/register.ts';
import { registerHealth } from './health.ts';
import { hostSite } from './host-site.ts';
import { priorityPages } from './load/priority-pages.ts';
import type { LogSettings } from './log.ts';
import { listenOn } from './process/listen.ts';
import type { HostOptions } from './process/options.ts';
import { requireFreePort } from './process/port.ts';
import { StartFault } from './process/start-fault.ts';
import type { Supervised } from './process/supervise.ts';
import { createServer } from './server.ts';

/** What stands in for the API of a shop. */
export type Fixtures = Pick<FixtureSettings, 'samples' | 'own' | 'mode'>;

export interface HostSettings {
  registry: Registry;
  site: BuiltSite;
  /** Given where no API is to be asked. */
  fixtures?: Fixtures | undefined;
  trustProxy?: readonly string[];
  /** Values of `api.headers` that are not in the config, and `API_BASE`, which stands in place of `api.base`. */
  env?: NodeJS.ProcessEnv;
  log?: LogSettings | boolean;
}

const now = () => Math.floor(Date.now() / 1000);

/**
 * The registry with the API where this host's environment says that it is: one build stands before any of them.
 * @throws StartFault for an `API_BASE` that is no address, or where browsers ask the API without the host
 */
function withApiBase(registry: Registry, { API_BASE }: NodeJS.ProcessEnv): Registry {
  if (!API_BASE) return registry;
  const { site } = registry;
  if (!isForwarded(site.api))
    throw new StartFault(
      'API_BASE 只能换掉由网站转发的接口(site.yaml 的 api.base 与 through: host) / API_BASE takes the place of an api.base that is reached through the host',
    );
  const base = API_BASE.replace(/\/+$/, '');
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? '') || /[?#]/.test(base))
    throw new StartFault(`API_BASE 应是网址,现在是 ${API_BASE} / API_BASE is an address, not ${API_BASE}`);
  return { ...registry, site: { ...site, api: { ...site.api, base } } };
}

/**
 * The way to the API of a shop that has no server of its own: made-up answers, or the calls passed on.
 * @throws StartFault where `api.base` must be public and is not
 */
export async function registerApi(
  app: FastifyInstance,
  { registry, fixtures, env = process.env }: Pick<HostSettings, 'registry' | 'fixtures' | 'env'>,
): Promise<void> {
  const { api } = registry.site;
  if (fixtures) {
    await app.register((calls) => registerFixtures(calls, { registry, now, ...fixtures }));
    return;
  }
  if (!isForwarded(api)) return;
  if (api.network === 'public') {
    await requirePublic(api.base).catch((fault: unknown) => {
      if (fault instanceof PrivateAddress)
        throw new StartFault(`site.yaml: api.base — ${fault.message}`, { cause: fault });
      throw fault;
    });
  }
  await app.register((calls) => registerForward(calls, { registry, env }));
}

/**
 * The host of a shop whose API is elsewhere: files, pages, health, and the way to the API. Not listening yet.
 * @throws StartFault
 */
export async function createHost({
  registry: built,
  site,
  trustProxy,
  log,
  fixtures,
  env = process.env,
}: HostSettings): Promise<FastifyInstance> {
  const registry = fixtures ? built : withApiBase(built, env);
  const app = await createServer({ trustProxy, log, refuse: (reply) => sendBusy(reply, registry.site) });
  registerHealth(app);
  await registerApi(app, { registry, fixtures, env });
  await hostSite(app, { ...site, site: registry.site, isPriorityPage: priorityPages(registry), now });
  return app;
}

/**
 * Serves what a build left, in front of the API that the shop names.
 * @throws StartFault for problems that the operator can fix
 */
export async function serveBuilt(
  { port, distDir, trustProxy, logLevel }: HostOptions,
  fixtures?: Fixtures,
): Promise<Supervised & { url: string }> {
  const host = await requireFreePort(port);
  const folder = resolve(distDir);
  const [registry, site] = [await readRegistry(folder), await loadBuiltSite(folder)];
  const app = await createHost({ registry, site, fixtures, trustProxy, log: { level: logLevel } });
  const url = await listenOn(app, port, host);
  return { app, url, close: async () => app.close() };
}
