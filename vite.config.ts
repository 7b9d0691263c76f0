import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { storewright } from '#tools/vite-plugin.ts';

export default defineConfig({
  plugins: [react(), storewright()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
