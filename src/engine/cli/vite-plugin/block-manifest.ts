import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { blockKey } from '#engine/app/entries.ts';
import { ENGINE } from '../project/shop-folders.ts';
import { findBlocks } from './blocks.ts';

const FILE = '.vite/manifest.json';

interface Built {
  file: string;
}

/** What a module is called in the manifest wherever the engine is installed: `engine/app/entry-client`, `blocks/pen/refill`. */
function moduleKey(path: string): string {
  const file = path
    .split(sep)
    .join('/')
    .replace(/\.\w+$/, '');
  return file.startsWith(`${ENGINE}/`)
    ? `engine${file.slice(ENGINE.length)}`
    : relative(process.cwd(), file).split(sep).join('/');
}

/**
 * Names every block type in the manifest, and every module that has a chunk to itself by its place in the engine or in the
 * shop. Where several types share a chunk, whoever renders a page could not tell which styles and scripts it needs.
 */
export function blockManifest(): Plugin {
  return {
    name: 'storewright:block-manifest',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const asset = bundle[FILE];
        if (asset?.type !== 'asset') return;
        const manifest = JSON.parse(String(asset.source)) as Record<string, Built>;
        const types = new Map([...(await findBlocks())].map(([type, path]) => [path, type]));
        const byFile = new Map(Object.values(manifest).map((built) => [built.file, built]));
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const built = byFile.get(chunk.fileName);
          if (!built) continue;
          if (chunk.facadeModuleId) manifest[moduleKey(chunk.facadeModuleId)] = built;
          for (const id of chunk.moduleIds) {
            const type = types.get(id.split(sep).join('/'));
            if (type !== undefined) manifest[blockKey(type)] = built;
          }
        }
        asset.source = JSON.stringify(manifest);
      },
    },
  };
}
