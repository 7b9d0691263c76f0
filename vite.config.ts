import { existsSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { blockModules } from '#engine/cli/vite-plugin/blocks.ts';

/** What two cores bear, with the browsers and databases that the tests start. The same for both projects: then neither waits for the other to end. */
const WORKERS = 2;

/** The tests of the built shop. */
const SHOP_TESTS = 'tests/e2e';

/* For the tests. The site is built by tools/build.ts and served in development by tools/dev.ts. */
export default defineConfig({
  plugins: [react(), blockModules()],
  test: {
    /*
     * Files share their worker's modules: no file changes a module's state, and to load server, compiler and renderer anew
     * for each of them, or to open a browser, takes longer than most of them run.
     */
    isolate: false,
    /*
     * V8 ends the process now and then where threads free WebAssembly code at the same time (nodejs/node#64500). A worker
     * opens and closes hundreds of embedded databases, each in a thread of its own. What is not freed is the little code that V8
     * has replaced by a faster version.
     */
    execArgv: ['--no-wasm-code-gc'],
    /* What a test waits for comes, however busy the machine; a test of how long something takes says so itself. */
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './tests/support/retries.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [`${SHOP_TESTS}/**`],
          maxWorkers: WORKERS,
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      /* The engine is tested without a shop as well. */
      ...(existsSync(SHOP_TESTS)
        ? [
            {
              extends: true,
              test: {
                name: 'shop',
                include: [`${SHOP_TESTS}/**/*.test.ts`],
                /* One shop for all files. */
                globalSetup: `${SHOP_TESTS}/support/shop.ts`,
                maxWorkers: WORKERS,
                /* A browser that gets no processor for some seconds is no fault of the shop. */
                retry: 1,
                testTimeout: 180_000,
                hookTimeout: 240_000,
              },
            },
          ]
        : []),
    ],
  },
});
