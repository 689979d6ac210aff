import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['tests/browser/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 240_000, pool: 'forks', maxWorkers: 1, setupFiles: ['tests/driver.ts'] },
})
