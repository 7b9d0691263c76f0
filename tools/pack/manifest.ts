/** What of the engine's `package.json` the package's is made of. */
interface Source {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

/** A module of the package that shops may import, with its types. */
const door = (path: string) => ({ types: `./${path}.d.ts`, default: `./${path}.js` });

/** The `package.json` of the package: what shops may import of it, and its command. */
export const manifestOf = ({
  name,
  version,
  description,
  license,
  dependencies,
  peerDependencies,
}: Source) => ({
  name,
  version,
  description,
  license,
  type: 'module',
  engines: { node: '>=22.12' },
  bin: { storewright: 'cli/bin.js' },
  imports: { '#engine/*': './*' },
  exports: {
    './blocks': door('blocks/index'),
    './ui/*': door('ui/*/*'),
    './host': door('host/index'),
    './compiler': door('compiler/index'),
    './schemas': { types: './generated/schemas.d.ts' },
    './block-types': { types: './generated/blocks.d.ts' },
    './package.json': './package.json',
  },
  sideEffects: ['*.css', './app/*'],
  dependencies,
  peerDependencies,
});
