import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const packageFile = (path: string) =>
  fileURLToPath(new URL(`../../node_modules/react-router/dist/production/${path}`, import.meta.url));

/** The package names its development build whatever the condition; this is the one for production. */
const ALIAS = [
  { find: /^react-router$/, replacement: packageFile('index.mjs') },
  { find: /^react-router\/dom$/, replacement: packageFile('dom-export.mjs') },
];

/**
 * Lets a build leave out what it does not use of the router: its components are made by calls that a bundler has to
 * take for effects, and with `Link` comes the prefetching of another framework. 3 kB less after gzip.
 */
export function slimRouter(): Plugin {
  return {
    name: 'storewright:slim-router',
    apply: 'build',
    config: (_, { isSsrBuild = false }) => (isSsrBuild ? {} : { resolve: { alias: ALIAS } }),
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]chunk-/ },
      handler: (code) =>
        code
          .replaceAll(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(/^\w+\.displayName = ".*";$/gm, ''),
    },
  };
}
