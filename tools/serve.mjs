// Starts the server with a given Node and stays until it ends; used by npm start and by the archive of npm run pack.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Runs the server in this process's place: signals go through, its exit code is ours. */
export function serve(node) {
  const server = spawn(node, ['--disable-warning=ExperimentalWarning', join(ROOT, 'apps/server/main.server.ts')], {
    cwd: ROOT,
    stdio: 'inherit',
    // compiled modules are kept: a second start is a quarter faster
    env: { NODE_COMPILE_CACHE: join(ROOT, '.cache/node'), ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code) => process.exit(code ?? 0))
}
