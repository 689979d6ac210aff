import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files of which a compressed form is worth while: pictures and fonts are compressed already. */
const TEXT = /\.(js|mjs|css|html|svg|json|wasm)$/
const LEAST_BYTES = 1024

/** Lays a gzip and a Brotli form beside each file of the build, so that the server compresses none of them twice. */
export const compressed = (folder: string): Plugin => ({
  name: 'compressed',
  closeBundle() {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name) || name.startsWith('.')) continue
      const bytes = readFileSync(join(folder, name))
      if (bytes.length < LEAST_BYTES) continue
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      // the last step of quality costs five times the time for two per cent
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    }
  },
})
