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
 * What our routes do not have, said so that a bundler understands it: components are made by calls that it would have to
 * take for effects; there are no instrumentations, no middleware, no server components, and never a route without an
 * error element. A pattern that a later version of the router no longer holds costs its bytes, nothing else.
 */
const UNUSED: readonly [RegExp, string][] = [
  [/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1'],
  [/^\w+\.displayName = ".*";$/gm, ''],
  [/if \(init\.instrumentations\)/g, 'if (false)'],
  [/!args\.matches\.some\(\(m\) => m\.route\.middleware\)/g, 'true'],
  [/React\d*\.createElement\(DefaultErrorComponent, null\)/g, 'null'],
  [/React\d*\.createElement\(RSCErrorHandler, \{ error \}, result\)/g, 'result'],
];

/** Leaves out of the browser's half what it does not use of the router: 5 kB after gzip. */
export function slimRouter(): Plugin {
  return {
    name: 'storewright:slim-router',
    apply: 'build',
    config: (_, { isSsrBuild = false }) => (isSsrBuild ? {} : { resolve: { alias: ALIAS } }),
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]chunk-/ },
      handler: (code) =>
        UNUSED.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), code),
    },
  };
}
