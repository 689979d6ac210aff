import { defineConfig } from 'vitest/config'
import { FLOORS } from './tools/floors.mjs'

export default defineConfig({
  test: {
    include: [...FLOORS.map((f) => `${f}/**/*.test.{ts,tsx}`), 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'tests/long/**', 'node_modules/**'],
    setupFiles: ['tests/driver.ts'],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
