import { basename } from 'node:path';
import type { CSSOptions, ResolveModulePreloadDependenciesFn, UserConfig } from 'vite';
import { ENGINE, IS_SOURCE, shopFolders } from '../project/shop-folders.ts';
import { shortClassName } from './class-names.ts';

const ending = IS_SOURCE ? 'tsx' : 'js';

/** Where the browser begins, and where the server's rendering does. */
export const CLIENT_ENTRY = `${ENGINE}/app/entry-client.${ending}`;
export const SERVER_ENTRY = `${ENGINE}/app/entry-server.${ending}`;

/** The service worker, which only a built site has. */
export const WORKER_ENTRY = `${ENGINE}/app/offline/worker.${IS_SOURCE ? 'ts' : 'js'}`;

/** A shop's block that imports it gets the modules that the pages run on, not a copy with a state of its own. */
const PACKAGE = 'storewright';

/** Blocks are imported from a virtual module, which the search for packages to prepare does not see. */
export const DEVELOPMENT: UserConfig = {
  optimizeDeps: {
    entries: [CLIENT_ENTRY, `${ENGINE}/blocks/*/*.{tsx,js}`, `${shopFolders().blocks}/*/*.tsx`],
    exclude: [PACKAGE],
  },
  ssr: { noExternal: [PACKAGE] },
  server: { fs: { allow: [process.cwd(), ENGINE] } },
};

const CSS: CSSOptions = { modules: { generateScopedName: shortClassName } };

/** The half that renders the first view stands alone, wherever DIST_DIR is, and is React's production build. */
export const SERVER: UserConfig = {
  css: CSS,
  /* A server leaves the choice to the environment; only one of React's two builds shall be in the bundle. */
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: { input: SERVER_ENTRY, checks: { pluginTimings: false } },
  },
};

const CORE =
  /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|jotai|ofetch|ufo|destr)\/|(?:engine|storewright)\/(?:app|renderer|runtime)\//;
/** What waits until it is shown, or until something is done, of the core and of the types that are one chunk. */
const LATER =
  /\/shown(?:-[^/]*$|\/)|(?:engine|storewright)\/(?:runtime\/(?:actions|offline-writes|push|regions|uploading)|app\/(?:offline\/[^/]+|background|early|keep-focus|prefetch|restore-input|new-build\/(?:quiet-moments|watch-build)))\.[jt]s$/;
/** Running text has a chunk to itself: what makes its HTML safe weighs as much as all the other small pieces. */
const SHARED =
  /(?:engine|storewright)\/ui\/(?!prose\/)|shop\/domain\/|node_modules\/@lucide\/icons\/|\/blocks\/[^/]+\.(?:tsx?|js)$/;

/** Names of the chunks that every page has loaded before it imports anything. */
const FIRST_CHUNKS = ['entry-client', 'core', 'common'];

/** Is it the address of one of them? */
export const isFirstChunk = (file: string): boolean =>
  FIRST_CHUNKS.some((name) => basename(file).startsWith(`${name}-`));

/**
 * What is loaded ahead of a chunk that a script imports: its styles, and those of its own imports that may be new. The
 * import itself loads the chunk, as early; a link for each costs a millisecond of the page's thread.
 */
const preloadsOf: ResolveModulePreloadDependenciesFn = (chunk, files, { hostType }) =>
  hostType === 'html' ? files : files.filter((file) => file !== chunk && !isFirstChunk(file));

/**
 * The browser's half. One chunk for each block type, but: the types that nearly every visit needs (around every page, on
 * the home page) are one chunk, and the small pieces that several other types share are one. Measured on `/`: 8 files
 * instead of 42, and 5% fewer bytes after gzip.
 */
export function browserBuild(commonTypes: readonly string[]): UserConfig {
  const common = new RegExp(`/blocks/(?:${commonTypes.join('|')})/`);
  const groups = [
    { name: 'core', test: (id: string) => CORE.test(id) && !LATER.test(id), priority: 3 },
    { name: 'common', test: (id: string) => common.test(id) && !LATER.test(id), priority: 2 },
    { name: 'shared', test: SHARED, minShareCount: 2, priority: 1 },
  ];
  return {
    css: CSS,
    build: {
      /* Browsers of the last two and a half years. */
      target: 'baseline-widely-available',
      manifest: true,
      modulePreload: { polyfill: false, resolveDependencies: preloadsOf },
      reportCompressedSize: false,
      /* Two seconds of building for 2% fewer bytes after gzip than the bundler's own minifier. */
      minify: 'terser',
      terserOptions: {
        module: true,
        ecma: 2020,
        compress: { passes: 2 },
        /*
         * Browsers compile what stands in parentheses with the script: React's packages are each one function, called at
         * once. It is done to all functions that are passed on, those that are called later as well.
         */
        format: { wrap_func_args: true },
      },
      rolldownOptions: {
        input: CLIENT_ENTRY,
        output: { codeSplitting: { groups } },
        checks: { pluginTimings: false },
      },
    },
  };
}
