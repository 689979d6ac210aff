// node tools/register-replay.mjs [--county=510112] [--tenant=000000]: tells the register again from the books of packages and the entries since, and compares, with
// the settings of the server (DATABASE_URL, DATA_DIR). The embedded database must not be open in a server.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node24, ROOT } from './runtime.mjs'

const program = join(ROOT, 'apps/server/register-replay.server.ts')
const r = spawnSync(node24(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
process.exit(r.status ?? 2)
