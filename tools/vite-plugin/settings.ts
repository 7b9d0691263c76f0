import type { UserConfig } from 'vite';

/** How the site is built: the browser's half, or with `server` the half that renders the first view. */
export function settings(server: boolean): UserConfig {
  return {
    /* Blocks are imported from a virtual module, which the search for packages to prepare does not see. */
    optimizeDeps: { entries: ['src/app/entry-client.tsx', 'src/blocks/*/*.tsx'] },
    /* The server's half stands alone, wherever DIST_DIR is, and is React's production build whatever NODE_ENV says. */
    ...(server && { ssr: { noExternal: true } }),
    build: {
      /* Browsers of the last two and a half years. */
      target: 'baseline-widely-available',
      manifest: !server,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: server ? 'src/app/entry-server.tsx' : 'src/app/entry-client.tsx' },
    },
  };
}
