import solid from 'vite-plugin-solid';
import { defineConfig } from 'vitest/config';

// The program serves dist/ under a strict content policy: everything is a file of its own, nothing inline.
export default defineConfig({
  plugins: [solid()],
  base: './',
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: 'es' },
  test: {
    benchmark: { include: ['bench/**/*.bench.ts'] },
    environment: 'node',
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'] } },
      {
        plugins: [solid({ ssr: true })],
        resolve: { conditions: ['node'] },
        test: {
          name: 'rendered',
          include: ['test/rendered/**/*.test.tsx'],
          benchmark: { include: [] },
        },
      },
    ],
  },
});
