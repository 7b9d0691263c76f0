import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { build } from '#engine/cli/build/build.ts';
import { createProject } from '#engine/cli/vite-plugin/project.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { loadBuiltSite } from '#engine/host/built-site.ts';
import { hostSite } from '#engine/host/host-site.ts';

export interface ExampleSite {
  url: string;
  close(): Promise<void>;
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3H0z" fill="#ccd"/></svg>';

/** Builds a config as a shop is built, and hosts it as a shop is hosted; the API is what `answer` adds. */
export async function startExampleSite(
  files: ReadonlyMap<string, string>,
  answer: (app: FastifyInstance) => void = () => {},
): Promise<ExampleSite> {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'));
  const configDir = join(folder, 'config');
  for (const [path, text] of files) {
    if (!path.startsWith('config/')) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const distDir = join(folder, 'dist');
  await build({ distDir, configDir, report: () => {} });
  const { site }: Registry = await createProject(configDir).registry();

  const app = fastify();
  app.get('/img/*', (_, reply) => reply.type('image/svg+xml').send(PICTURE));
  answer(app);
  await hostSite(app, { ...(await loadBuiltSite(distDir)), site, now: () => Math.floor(Date.now() / 1000) });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    async close() {
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
