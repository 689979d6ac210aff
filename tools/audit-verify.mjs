// node tools/audit-verify.mjs [tenant]: walks the audit chain of one tenant or of all, with the settings of the server (DATABASE_URL, DATA_DIR).
// The embedded database must not be open in a server; there the button 校验 of the audit screen does the same.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node24, ROOT } from './runtime.mjs'

const program = join(ROOT, 'apps/server/audit-verify.server.ts')
const r = spawnSync(node24(), ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], { cwd: ROOT, stdio: 'inherit' })
process.exit(r.status ?? 2)
