import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/* For the tests. The site is built by tools/build.ts and served in development by tools/dev.ts. */
export default defineConfig({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'parts',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'shop',
          include: ['tests/e2e/**/*.test.ts'],
          /* One shop for all files; two browsers at a time are what two cores bear. */
          globalSetup: 'tests/e2e/support/shop.ts',
          maxWorkers: 2,
          /* A browser that gets no processor for some seconds is no fault of the shop. */
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
