import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

/** What npm notes of the packages that it has installed, beside them. */
interface InstalledPackages {
  packages?: Record<string, { resolved?: string }>;
}

const NAME = 'storewright';

/**
 * What `package.json` of a new shop says of the engine: the version of the one that writes it or, where that came from a
 * tarball and so from no registry, the path of the tarball from the shop's folder.
 * @param engine folder of the engine that runs
 */
export async function engineRequirement(engine: string, shop: string, version: string): Promise<string> {
  const modules = dirname(resolve(engine));
  const text = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '{}');
  const { packages = {} } = JSON.parse(text) as InstalledPackages;
  const tarball = /^file:(.+\.tgz)$/.exec(packages[`node_modules/${NAME}`]?.resolved ?? '')?.[1];
  if (tarball === undefined) return version;
  return `file:${relative(shop, resolve(modules, '..', tarball)).replaceAll('\\', '/')}`;
}
