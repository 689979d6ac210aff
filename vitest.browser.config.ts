import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['tests/browser/**/*.test.ts'], testTimeout: 900_000, hookTimeout: 900_000, pool: 'forks', maxWorkers: 1, setupFiles: ['tests/driver.ts'] },
})
