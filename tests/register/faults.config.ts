// Runs planted.ts: the writer again and again, each time with one fault of faults.ts in it (faults-plugin.ts).
import { resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'
import { faultsPlugin } from './faults-plugin.ts'

export default mergeConfig(
  { test: { ...usual.test, include: [] } },
  defineConfig({
    root: resolve(import.meta.dirname, '../..'),
    test: { include: ['tests/register/planted.ts'], testTimeout: 3_600_000 },
    plugins: [faultsPlugin],
  }),
)
