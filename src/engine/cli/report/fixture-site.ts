import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { CommandError } from '../arguments.ts';
import { ENGINE, IS_SOURCE } from '../project/shop-folders.ts';
import { accountFor, fixtureLogIn } from '../readers.ts';
import type { StartSite } from '../running-site.ts';
import type { Api } from '../weigh/api.ts';

const BIN = `${ENGINE}/cli/bin.${IS_SOURCE ? 'ts' : 'js'}`;

/** Below `node --watch` a process reports what it imports, and a build takes such reports of its workers for their answers. */
const UNWATCHED = { WATCH_REPORT_DEPENDENCIES: undefined };

/** The API of a shop on fixtures: whoever asks has the role that a page needs. */
const fixtureApi = (url: string, site: SiteConfig): Api => ({
  async fetch(access, request) {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const account = accountFor(access, site);
    if (account !== undefined) headers.set('cookie', await fixtureLogIn(url, account, site));
    return fetch(new URL(pathname + search, url), { headers, redirect: 'manual' });
  },
});

/** Builds a shop and starts it on fixtures, on a port that is free. */
export const startOnFixtures: StartSite = async ({ project, configDir, distDir, site }) => {
  const child = spawn(process.execPath, [BIN, 'start', '--fixtures'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...UNWATCHED, CONFIG_DIR: configDir, DIST_DIR: distDir, PORT: '0' },
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /http:\/\/localhost:\d+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
    void gone.then(() => reject(new CommandError(`启动失败 / the shop does not start: ${project}`)));
  });
  const url = await ready;
  return {
    url,
    distDir: `${distDir}-fixtures`,
    logIn: (name) => fixtureLogIn(url, name, site),
    api: async () => fixtureApi(url, site),
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
};
