import solid from 'vite-plugin-solid';
import { defineConfig } from 'vitest/config';

// The program serves dist/ under a strict content policy: everything is a file of its own, nothing inline.
export default defineConfig({
  plugins: [solid()],
  base: './',
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    benchmark: { include: ['bench/**/*.bench.ts'] },
    environment: 'node',
  },
});
