import { defineConfig } from 'vitest/config';

// Whole paths through the real program and a real browser; see e2e/.
export default defineConfig({
  test: { include: ['e2e/**/*.spec.ts'], fileParallelism: false, testTimeout: 300_000 },
});
