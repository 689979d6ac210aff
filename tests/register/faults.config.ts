// Runs planted.ts: the writer again and again, each time with one fault of faults.ts in it. A file that is imported as `…?fault=n` is read as it is, and so is
// what it imports of the writer and the row layer; in one of them a text stands in place of another.
import { relative, resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'
import { FAULTS } from './faults.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MARK = /\?fault=(\d+)$/
/** Files that a fault may stand in, or that lead to one. */
const PART = /^(land\/register|kit\/server)\/[^?]*\.ts$/

export default mergeConfig(
  { test: { ...usual.test, include: [] } },
  defineConfig({
    root: ROOT,
    test: { include: ['tests/register/planted.ts'], testTimeout: 3_600_000 },
    plugins: [
      {
        name: 'faults',
        enforce: 'pre',
        async resolveId(source, importer) {
          const mark = importer && MARK.exec(importer)?.[0]
          if (!mark || !source.startsWith('.')) return
          const found = await this.resolve(source, importer.replace(MARK, ''), { skipSelf: true })
          return found && PART.test(relative(ROOT, found.id)) ? found.id + mark : found
        },
        transform(code, id) {
          const n = MARK.exec(id)?.[1]
          const fault = n && FAULTS[Number(n)]
          if (!fault || relative(ROOT, id.replace(MARK, '')) !== fault.file) return
          if (code.split(fault.from).length !== 2) throw new Error(`the text of the fault stands not once in ${fault.file}: ${fault.from}`)
          return code.replace(fault.from, () => fault.to)
        },
      },
    ],
  }),
)
