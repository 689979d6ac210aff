import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['kit/**/*.test.{ts,tsx}', 'slices/**/*.test.{ts,tsx}', 'apps/**/*.test.{ts,tsx}', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'node_modules/**'],
    setupFiles: ['tests/driver.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
