// node tools/djb-verify.mjs [--county=510112] [--tenant=000000]: compares every content of a book with its digests in the book and in the audit log, with
// the settings of the server (DATABASE_URL, DATA_DIR). The embedded database must not be open in a server; there the page 登记簿核验 does the same.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node24, ROOT } from './runtime.mjs'

const program = join(ROOT, 'apps/server/djb-verify.server.ts')
const r = spawnSync(node24(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
process.exit(r.status ?? 2)
