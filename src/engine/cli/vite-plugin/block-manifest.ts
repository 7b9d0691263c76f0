import { relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { blockKey } from '#engine/app/entries.ts';
import { findBlocks } from './blocks.ts';

const FILE = '.vite/manifest.json';

interface Built {
  file: string;
}

/**
 * Names every block type in the manifest. Vite names the modules that have a chunk to themselves; where several types
 * share one, whoever renders a page could not tell which styles and scripts it needs.
 */
export function blockManifest(): Plugin {
  let root = process.cwd();
  return {
    name: 'storewright:block-manifest',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
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
          for (const id of chunk.moduleIds) {
            const module = relative(root, id).split(sep).join('/');
            const type = types.get(module);
            if (built && type !== undefined) manifest[blockKey(type)] = built;
          }
        }
        asset.source = JSON.stringify(manifest);
      },
    },
  };
}
