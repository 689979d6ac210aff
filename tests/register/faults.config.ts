// Runs tests with one fault planted: FAULT is its name in faults.ts. The file is read as it is and one text of it is put in place of another.
import { relative, resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'
import { FAULTS } from './faults.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const fault = FAULTS.find((f) => f.name === process.env.FAULT)
if (!fault) throw new Error(`no such fault: ${process.env.FAULT}`)
const { file, from, to } = fault

export default mergeConfig(
  usual,
  defineConfig({
    root: ROOT,
    plugins: [
      {
        name: 'fault',
        enforce: 'pre',
        transform(code, id) {
          if (relative(ROOT, id.replace(/\?.*/, '')) !== file) return
          if (code.split(from).length !== 2) throw new Error(`the text of the fault stands not once in ${file}: ${from}`)
          return code.replace(from, () => to)
        },
      },
    ],
  }),
)
